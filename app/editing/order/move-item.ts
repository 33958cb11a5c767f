/** Moves the item at `from` to `to`; unchanged if either is not an index. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  if (!items[from] || !items[to]) return [...items];
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}
