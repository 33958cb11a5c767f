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
