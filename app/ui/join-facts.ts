/** Between facts on one line. It may end a line, but never begins one. */
export const DOT = '\u00a0· ';

/** What there is of them, on one line. */
export const joinFacts = (
  ...facts: readonly (string | number | false | null | undefined)[]
): string => facts.filter(Boolean).join(DOT);
