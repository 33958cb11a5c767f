/** The thread that cleans long texts, so that nobody waits for somebody else's markup. */
import { answerTasks } from '../pool/answering.ts';
import { cleanText, type CleanText, type TextKind } from './rich-text.ts';

export type TextTask = { kind: TextKind; html: string };

answerTasks<TextTask, CleanText>(({ kind, html }, begin) => {
  begin();
  return cleanText(kind, html);
});
