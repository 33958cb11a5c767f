/** Texts of the firm's own, in which placeholders stand for what differs from person to person. */

/** At most, in characters. */
export const MAIL_TEXTS = { subject: 200, text: 10_000 } as const;

/** What a text may name of the person who gets it. */
const OF_PEOPLE = ['first_name', 'business_name', 'program', 'deadline', 'link'] as const;
/** And of their proposal; of stage and amount what they were told. */
const OF_PROPOSALS = ['receipt_number', 'stage', 'amount'] as const;
const PLACEHOLDERS = [...OF_PEOPLE, ...OF_PROPOSALS] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** With its blanks, which mean nothing; in double braces it is none, but meant as one. */
const PLACEHOLDER = /\{\s{0,20}([A-Za-z][\w-]*)\s{0,20}\}/g;
const DOUBLED = /\{\s{0,20}(\{\s{0,20}[A-Za-z][\w-]*\s{0,20}\})\s{0,20}\}/;

const namesIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!);

/** The first placeholder that nobody fills in; undefined if all are known. */
export function unknownPlaceholder(text: string): string | undefined {
  const doubled = DOUBLED.exec(text)?.[1]?.replace(/\s/g, '');
  return (
    doubled ?? namesIn(text).find((name) => !(PLACEHOLDERS as readonly string[]).includes(name))
  );
}

/** The text for somebody who reads it for all: "About [business name]". */
export const namePlaceholders = (text: string): string =>
  text.replace(PLACEHOLDER, (_whole, name: string) => `[${name.replaceAll('_', ' ')}]`);

/** The first placeholder that only a proposal fills in. */
export const placeholderOfProposal = (text: string): string | undefined =>
  namesIn(text).find((name) => (OF_PROPOSALS as readonly string[]).includes(name));

/** The text for one person; what a value says is never read as a placeholder. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => values[name as Placeholder] ?? whole);
