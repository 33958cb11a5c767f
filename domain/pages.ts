/** More pages than there will ever be rows; their numbers can still be counted with. */
const LAST = 1_000_000_000;

/** The page (from 1) and its rows as skip and limit; what is no number is page 1. */
export function pageToSkip(
  page: string | null | undefined,
  size: number,
): { page: number; skip: number } {
  const number = Number(page);
  const wanted = Number.isInteger(number) && number > 0 ? Math.min(number, LAST) : 1;
  return { page: wanted, skip: (wanted - 1) * size };
}
