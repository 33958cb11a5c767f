import * as z from 'zod/mini';
import { onlyForProposals } from '../mails/messages.ts';
import { placeholderOfProposal } from '../mails/placeholder-rules.ts';
import { mailSubject, mailText } from '../mails/text-schema.ts';
import { readDeadline } from '../programs/deadline-rules.ts';
import { proposalFilters } from '../proposals/schema.ts';
import { booleanText, readText, UUID } from '../text.ts';
import { MAILING } from './messages.ts';
import { MAILING_STATES } from './rules.ts';

/** Null and the empty text: at once. */
const sendAt = z.pipe(
  z.transform((sent) => (sent === '' || sent === undefined ? null : sent)),
  z.nullable(readText(readDeadline, MAILING.sendAt)),
);

/** To the applicants of the matching proposals, or to those with an unfinished draft. */
export const createMailingInput = z
  .object({
    filter: z.optional(proposalFilters),
    ids: z.optional(z.array(z.string({ error: MAILING.which }), { error: MAILING.which })),
    /** A program. */
    drafts_of: z.optional(z.string().check(z.regex(UUID, MAILING.programGone))),
    subject: mailSubject,
    text: mailText,
    preview: z.prefault(booleanText(MAILING.preview), false),
    send_at: z.prefault(sendAt, null),
  })
  .check(
    z.refine(
      ({ filter, ids, drafts_of }) =>
        [filter, ids, drafts_of].filter((one) => one !== undefined).length === 1,
      { error: MAILING.which, path: ['filter'] },
    ),
    z.check(({ value, issues }) => {
      if (value.drafts_of === undefined) return;
      for (const field of ['subject', 'text'] as const) {
        const name = placeholderOfProposal(value[field]);
        if (name === undefined) continue;
        const message = onlyForProposals(name);
        issues.push({ code: 'custom', message, input: value[field], path: [field] });
      }
    }),
  );

export const mailingPreview = z.object({
  people: z.number(),
  /** As three of them would get it. */
  samples: z.array(
    z.object({ name: z.string(), email: z.string(), subject: z.string(), text: z.string() }),
  ),
  excluded: z.array(z.object({ reason: z.string(), count: z.number() })),
});

export const mailing = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  people: z.number(),
  /** Whom it goes to, in words; null for the oldest ones. */
  to: z.nullable(z.string()),
  state: z.enum(MAILING_STATES),
  send_at: z.nullable(z.string()),
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  created_at: z.string(),
  /** Null once the account is deleted. */
  created_by: z.nullable(z.string()),
});

/** Whoever it was settled to go to and still has an account, by name. */
export const mailingPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** `stopped`: it was cancelled before theirs was sent. */
  state: z.enum(['planned', 'queued', 'sent', 'failed', 'stopped']),
  sent_at: z.nullable(z.string()),
});

export type CreateMailingInput = z.output<typeof createMailingInput>;
export type MailingPreview = z.output<typeof mailingPreview>;
export type Mailing = z.output<typeof mailing>;
export type MailingPerson = z.output<typeof mailingPerson>;
