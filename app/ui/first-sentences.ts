import { dropPairs, summarise } from './summarise.ts';

const LENGTH = 170;
/** A first sentence of up to this length is not cut. */
const LONGEST = 320;
/** A sentence ends before a capital, a figure or a quotation mark, or at the end. */
const END = /[.!?…]["'”’)]*(?=\s+["'“‘(]?[\p{Lu}\p{N}]|\s*$)/gu;

/**
 * The first whole sentences of a rich text's paragraphs, as plain text of about `length`
 * characters, without headings and lists. If there is no sentence: the first words.
 */
export function firstSentences(html: string, length = LENGTH): string {
  const paragraphs = dropPairs(html, /<(ul|ol|h\d|figure|blockquote)\b/g, (name) => `</${name}>`);
  const words = summarise(paragraphs, Number.POSITIVE_INFINITY);
  const ends = [...words.matchAll(END)].map((end) => end.index + end[0].length);
  const sentences = ends.map((end, place) => words.slice(ends[place - 1] ?? 0, end).trim());
  const [first = '', ...others] = sentences;
  if (!first || first.length > LONGEST) return summarise(html, length);
  let text = first;
  for (const sentence of others) {
    if (text.length + sentence.length >= length) break;
    text += ` ${sentence}`;
  }
  return text;
}
