/** The formats in which people and clients write a program's deadline. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Anything outside of this range is a typing error; five-digit years would not even survive a round
 * trip.
 */
const EARLIEST_YEAR = 2000;
const LATEST_YEAR = 9999;
const isWithinYears = (date: Date): boolean =>
  date.getUTCFullYear() >= EARLIEST_YEAR && date.getUTCFullYear() <= LATEST_YEAR;

/**
 * An ISO datetime; without an offset it is Accra time, and a day alone means its end. Undefined for
 * anything else. Without zod, because the form reads input before the schema is loaded.
 */
export function readDeadline(typed: string): Date | undefined {
  const text = typed.trim();
  if (!INSTANT.test(text)) return undefined;
  const date = new Date(withOffset(text));
  // JavaScript turns 30 February into a day in March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const isRealDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  return isRealDay && isWithinYears(date) ? date : undefined;
}

function withOffset(text: string): string {
  if (text.length === 10) return `${text}T23:59:59Z`;
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
}
