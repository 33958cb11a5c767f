import type { Sector } from '#domain/sectors.ts';

/** One funded business, and the result. */
export type Story = {
  /** Of its address, /stories/{slug}. */ slug: string;
  business: string;
  place: string;
  sector: Sector;
  /** The name of the drawing that illustrates it, and what that shows: read out, and below it. */
  drawing: { name: string; alt: string; caption: string };
  summary: string;
  /** What was paid, in which form, and when. */
  facts: readonly (readonly [label: string, value: string])[];
  figures: readonly { value: string; label: string }[];
  /** What was funded, what went wrong, and the result. */
  text: readonly { title: string; text: string }[];
};

export const storiesPage = {
  title: 'What our funding did',
  lead: 'Three businesses, their figures, and what did not go as planned.',
  sample: 'Sample story: the business and its figures are made up.',
  samples: 'These stories are samples.',
  programs: { label: 'Programs in this sector', to: '/national-pitch-trek/programs' },
} as const;
