/** Months are numbers from 1 to 12; a season that ends before it begins spans the new year. */
type Season = { what: string; from: number; to: number; text: string };
export type SectorFeature = { title: string; lead: string } & (
  | { kind: 'calendar'; /** What a marked month is. */ legend: string; seasons: readonly Season[] }
  | { kind: 'steps'; steps: readonly string[] }
  | {
      kind: 'table';
      columns: readonly [string, string, string];
      rows: readonly (readonly [string, string, string])[];
    }
);

/**
 * A sector page: what is funded, what is not, and what each of its three drawn illustrations shows.
 */
export type SectorContent = {
  lead: string;
  /** Paragraphs under a heading. */
  parts: readonly { title: string; text: readonly string[] }[];
  /** Content for this sector only, in a format of its own. */
  feature: SectorFeature;
  /** In the order of the illustrations 1, 2, 3; `alt` is read out, `caption` shown. */
  illustrations: readonly { alt: string; caption: string }[];
};

/** Texts of all five pages. */
export const sectorPage = {
  submit: 'Submit Proposals',
  open: 'Open programs in this sector. Choose one, read what it asks for, and apply before it closes.',
  all: 'See all programs',
  illustrations: 'Scenes',
};
