import * as z from 'zod/mini';
import { ERASING } from './erasure-messages.ts';
import { shared } from './session-schema.ts';

/** What an erasure at a person's request would delete, and what of it stays. */
export const erasurePreview = z.object({
  email: z.string(),
  proposals: z.number(),
  documents: z.number(),
  drafts: z.number(),
  messages: z.number(),
  /** They stay, withdrawn, without name and answers. */
  receipts: z.number(),
  /** Entries of rounds that are being judged: they leave them. */
  judged: z.number(),
  /** Results that are sealed or in the public record: they stay, without name and region. */
  results: z.number(),
});
/** `email`: of the account, typed once more. */
export const eraseUserInput = z.object({ email: z.string({ error: ERASING.typeEmail }), shared });

export type EraseUserInput = z.output<typeof eraseUserInput>;
export type ErasurePreview = z.output<typeof erasurePreview>;
