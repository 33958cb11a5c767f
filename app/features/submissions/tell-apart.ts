type Named = { value: string; label: string; detail: string };

/** Choices whose labels differ: those with the same one get their details in brackets. */
export function tellApart(items: readonly Named[]): { value: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const { label } of items) counts.set(label, (counts.get(label) ?? 0) + 1);
  return items.map(({ value, label, detail }) => ({
    value,
    label: counts.get(label)! > 1 ? `${label} (${detail})` : label,
  }));
}
