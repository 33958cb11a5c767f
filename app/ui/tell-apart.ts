type Option = { label: string; detail?: string | undefined };

/** Choices whose labels differ: those with the same one get their details in brackets. */
export function tellApart<N extends Option>(items: readonly N[]): Omit<N, 'detail'>[] {
  const counts = new Map<string, number>();
  for (const { label } of items) counts.set(label, (counts.get(label) ?? 0) + 1);
  return items.map(({ detail, ...item }) => ({
    ...item,
    label: detail && counts.get(item.label)! > 1 ? `${item.label} (${detail})` : item.label,
  }));
}
