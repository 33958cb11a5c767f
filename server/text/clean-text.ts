/**
 * Cleans one text by its rules: short ones on this thread, long ones in
 * server/text/rich-text-worker.ts.
 */
import { cleanBody } from './post-body.ts';
import { htmlWords } from './html-words.ts';
import { cleanRichText } from './rich-text.ts';

/** `text`: of programs and proposals; `body`: of posts, which may contain pictures. */
export type TextKind = 'text' | 'body';
export type CleanText = { html: string; plain: string };

const CLEANERS: Record<TextKind, (html: string) => string> = {
  text: cleanRichText,
  body: cleanBody,
};

/** Takes HTML as sent; returns what may be stored and shown, and its plain text. */
export function cleanText(kind: TextKind, html: string): CleanText {
  const clean = CLEANERS[kind](html);
  return { html: clean, plain: htmlWords(clean) };
}
