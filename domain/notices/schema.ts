import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { readDeadline } from '../programs/deadline-rules.ts';
import { readText, requiredText } from '../text.ts';

export const NOTICE = {
  until: 'Enter the date and time when the notice ends.',
  past: 'A notice must end in the future.',
  notFound: 'There is no notice.',
} as const;

/** What stands on top of every page until an instant. */
export const noticeInput = z.object({
  text: requiredText('the notice', LENGTHS.notice),
  until: readText(readDeadline, NOTICE.until),
});

export const notice = z.object({ text: z.string(), until: z.string() });

export type NoticeInput = z.output<typeof noticeInput>;
export type Notice = z.output<typeof notice>;
