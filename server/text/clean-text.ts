/**
 * One text through its rules: here for short ones, in server/text/rich-text-worker.ts for long
 * ones.
 */
import { cleanBody } from './post-body.ts';
import { cleanRichText, toPlainText } from './rich-text.ts';

/** `text`: of programs and proposals; `body`: of posts, with pictures. */
export type TextKind = 'text' | 'body';
export type CleanText = { html: string; plain: string };

const CLEANERS: Record<TextKind, (html: string) => string> = {
  text: cleanRichText,
  body: cleanBody,
};

/** Takes HTML as it was sent; answers what may be stored and shown, and its words alone. */
export function cleanText(kind: TextKind, html: string): CleanText {
  const clean = CLEANERS[kind](html);
  return { html: clean, plain: toPlainText(clean) };
}
