/** The length of a list before paging. A page that is not full ends the list, so nothing has to be counted: a search that finds little reads its table once, not twice. */
export async function totalOf(found: number, { skip, limit }: { skip: number; limit: number }, count: () => Promise<{ total: number }>): Promise<number> {
  const isLast = found < limit && (found > 0 || skip === 0);
  return isLast ? skip + found : (await count()).total;
}
