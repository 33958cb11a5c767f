/** The announcement of a program's decisions. */
import * as z from 'zod/mini';
import { booleanText, readText } from '../text.ts';
import { readDeadline } from './deadline-rules.ts';
import { PROGRAM_RULES } from './messages.ts';

/** Null and the empty text: now. */
const moment = z.pipe(
  z.transform((sent) => (sent === '' || sent === undefined ? null : sent)),
  z.nullable(readText(readDeadline, PROGRAM_RULES.announceAt)),
);

export const announceInput = z.object({
  preview: z.prefault(booleanText('the announcement is only a preview'), false),
  at: z.prefault(moment, null),
});

/** What becomes visible, and what stays. */
const counts = {
  approved: z.number(),
  declined: z.number(),
  /** Not decided: they stay so. */
  undecided: z.number(),
  /** How many applicants are told by mail. */
  mails: z.number(),
};

export const announcePreview = z.object(counts);

/** With when the planned announcement goes out; null if it has gone out. */
export const announceAnswer = z.object({ ...counts, announce_at: z.nullable(z.string()) });

export type AnnounceInput = z.output<typeof announceInput>;
export type AnnouncePreview = z.output<typeof announcePreview>;
