/** More pages than there will ever be rows, and still safe to calculate with. */
const LAST = 1_000_000_000;

/** Converts a page (from 1) to skip and limit in rows; anything but a number is page 1. */
export function pageToSkip(
  page: string | null | undefined,
  size: number,
): { page: number; skip: number } {
  const number = Number(page);
  const wanted = Number.isInteger(number) && number > 0 ? Math.min(number, LAST) : 1;
  return { page: wanted, skip: (wanted - 1) * size };
}

/** Matches of a search that are counted exactly. A total of one more means "more than that". */
export const COUNTED_MATCHES = 10_000;

export const isUncounted = (total: number): boolean => total === COUNTED_MATCHES + 1;

/** "1,500", or "more than 10,000". */
export const formatTotal = (total: number): string =>
  isUncounted(total)
    ? `more than ${COUNTED_MATCHES.toLocaleString('en-GB')}`
    : total.toLocaleString('en-GB');
