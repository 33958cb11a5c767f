/** Input of the full export and of the archive of documents. */
import * as z from 'zod/mini';
import { ARCHIVES } from '../constants.ts';
import { asLink } from '../download-links.ts';
import { ARCHIVE_RULES } from './messages.ts';
import { UUID } from '../text.ts';
import { proposalFilters } from './schema.ts';

/** Comma-separated ids; duplicates count once. */
const chosenIds = z.pipe(
  z.pipe(
    z.string({ error: ARCHIVE_RULES.ids }),
    z.transform((text: string) => [...new Set(text.split(',').map((id) => id.trim()))]),
  ),
  z
    .array(z.string().check(z.regex(UUID, ARCHIVE_RULES.ids)))
    .check(z.maxLength(ARCHIVES.chosen, ARCHIVE_RULES.tooMany)),
);

/** The filters of the list, and single proposals by their ids. */
export const wholeExportQuery = z.extend(z.omit(proposalFilters, { sort: true }), {
  /** An empty list is refused: selecting nothing must not mean everything. */
  ids: z.optional(chosenIds),
  ...asLink,
});

export type WholeExportQuery = z.output<typeof wholeExportQuery>;
