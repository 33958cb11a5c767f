/**
 * A sector page: what is funded, what is not, and what each of its three drawn illustrations shows.
 */
export type SectorContent = {
  lead: string;
  /** Paragraphs under a heading. */
  parts: readonly { title: string; text: readonly string[] }[];
  /** In the order of the illustrations 1, 2, 3; `alt` is read out, `caption` shown. */
  illustrations: readonly { alt: string; caption: string }[];
};

/** What all five pages say. */
export const sectorPage = {
  submit: 'Submit Proposals',
  open: 'Open programs in this sector. Choose one, read what it asks for, and apply before it closes.',
  all: 'See all programs',
  illustrations: 'Scenes',
};
