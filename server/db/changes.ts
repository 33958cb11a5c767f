const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/**
 * What was sent and really differs from what is there. Where nothing does, nothing is written: no
 * version, no audit entry, no mail.
 */
export function changesIn<I extends object>(old: Record<keyof I, unknown>, sent: I): Partial<I> {
  const names = (Object.keys(sent) as (keyof I)[]).filter(
    (name) => sent[name] !== undefined && !isSame(sent[name], old[name]),
  );
  return Object.fromEntries(names.map((name) => [name, sent[name]])) as Partial<I>;
}

export const isEmptyChange = (changes: object): boolean => Object.keys(changes).length === 0;
