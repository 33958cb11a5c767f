/**
 * Whether the saved version is what was sent: then the save had arrived, and only its answer was
 * lost. Nobody is asked to choose between two versions that are the same. What is not part of the
 * saved version, such as a file, has not arrived.
 */
export const hasArrived = (saved: object, sent: object): boolean =>
  Object.entries(sent).every(
    ([name, value]) =>
      value === undefined ||
      (name in saved && textOf(value) === textOf((saved as Record<string, unknown>)[name])),
  );

/** The server may write the markup of a text, or an instant, in another way. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value.includes('<')) return value.replace(/<[^<>]*>|&nbsp;|\s/g, '');
  return /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : value.trim();
}
