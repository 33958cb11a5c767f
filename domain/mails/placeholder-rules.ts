/** Texts of the firm's own, in which placeholders stand for what differs from person to person. */

/** At most, in characters. */
export const MAIL_TEXTS = { subject: 200, text: 10_000 } as const;

/** What a text may name of the person who gets it. */
const PLACEHOLDERS = ['first_name', 'business_name', 'program', 'deadline', 'link'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([A-Za-z][\w-]*)\}/g;

/** The first placeholder that nobody fills in; undefined if all are known. */
export const unknownPlaceholder = (text: string): string | undefined =>
  [...text.matchAll(PLACEHOLDER)]
    .map(([, name]) => name!)
    .find((name) => !(PLACEHOLDERS as readonly string[]).includes(name));

/** The text for one person; what a value says is never read as a placeholder. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => values[name as Placeholder] ?? whole);
