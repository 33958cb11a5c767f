/** A text page: numbered sections of paragraphs; a list is an array. */
type LegalSection = { title: string; text: readonly (string | readonly string[])[] };
export type LegalText = { lead: string; effective: string; sections: readonly LegalSection[] };
