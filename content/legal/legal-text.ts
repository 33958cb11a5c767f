/** A text page: numbered sections of paragraphs; a paragraph that is a list stands as an array. */
type LegalSection = { title: string; text: readonly (string | readonly string[])[] };
export type LegalText = { lead: string; effective: string; sections: readonly LegalSection[] };
