/** What a proposal has in common with another one. */
import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from './rules.ts';

const SIMILAR_REASONS = ['same_document', 'same_phone', 'similar_name'] as const;

/** Another proposal and one reason for similarity; two reasons make two entries. */
export const similarProposal = z.object({
  id: z.string(),
  business_name: z.string(),
  program_id: z.string(),
  program_title: z.string(),
  applicant: z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }),
  created_at: z.string(),
  reason: z.enum(SIMILAR_REASONS),
  /** Which of this proposal's documents matches which of the other's; null for other reasons. */
  kind: z.nullable(z.enum(DOCUMENT_KINDS)),
  other_kind: z.nullable(z.enum(DOCUMENT_KINDS)),
  /** The reason as a sentence. */
  sentence: z.string(),
});

export type SimilarProposal = z.output<typeof similarProposal>;
