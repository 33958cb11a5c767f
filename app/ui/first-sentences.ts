import { summarise } from './summarise.ts';

const LENGTH = 170;
/** A first sentence of up to this length is not cut. */
const LONGEST = 320;
/** Characters among which sentences are looked for: that takes time with the square of them. */
const SEARCHED = 2 * LONGEST;
/** A sentence ends before a capital, a figure or a quotation mark, or at the end. */
const SENTENCE = /.+?[.!?…]["'”’)]*(?=\s+["'“‘(]?[\p{Lu}\p{N}]|\s*$)/gu;

/**
 * The first whole sentences of a rich text's paragraphs, as plain text of about `length`
 * characters, without headings and lists. If there is no sentence: the first words.
 */
export function firstSentences(html: string, length = LENGTH): string {
  const paragraphs = html.replace(/<(ul|ol|h\d|figure|blockquote)\b.*?<\/\1>/gs, '');
  const start = summarise(paragraphs, Number.POSITIVE_INFINITY).slice(0, SEARCHED);
  const sentences = start.match(SENTENCE) ?? [];
  const [first = '', ...others] = sentences.map((sentence) => sentence.trim());
  if (!first || first.length > LONGEST) return summarise(html, length);
  let text = first;
  for (const sentence of others) {
    if (text.length + sentence.length >= length) break;
    text += ` ${sentence}`;
  }
  return text;
}
