/** The page (from 1) and its rows as skip and limit; what is no number is page 1. */
export function pageToSkip(page: string | null | undefined, size: number): { page: number; skip: number } {
  const number = Number(page);
  const wanted = Number.isSafeInteger(number) && number > 0 ? number : 1;
  return { page: wanted, skip: (wanted - 1) * size };
}
