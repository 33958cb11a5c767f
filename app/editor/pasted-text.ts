/** What was pasted, before a page or an editor reads it. */
import { dropPairs } from '#app/ui/summarise.ts';
import { isWebAddress } from '#domain/web-address.ts';

/** Without comments, scripts and styles; what elements say of their own style is kept as data. */
export function makeInert(html: string): string {
  const words = dropPairs(html, /<!--/g, () => '-->').replace(/<!\[[^<>]*>/g, '');
  return dropPairs(words, /<(style|script|xml|title)\b/gi, (name) => `</${name}>`)
    .replace(/<(\/?)(?:link|meta|o:p)\b[^<>]*>/gi, '')
    .replace(/<[^<>]*/g, (tag) => tag.replace(/(\s)style\s*=/gi, '$1data-style='));
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** As chats mark it: beside words, with no space inside. */
const BOLD = /(^|[\s(])\*([^\s*](?:[^*]*[^\s*])?)\*(?=$|[\s.,;:!?)])/g;
const SLANTED = /(^|[\s(])_([^\s_](?:[^_]*[^\s_])?)_(?=$|[\s.,;:!?)])/g;

/**
 * Text without markup as paragraphs: what a chat marks, and the columns of a table, stay. An
 * address alone is the editor's own to make a link of.
 */
export function htmlOfText(text: string): string | null {
  if (isWebAddress(text.trim())) return null;
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.map((line) => `<p>${htmlOfLine(line)}</p>`).join('') || null;
}

function htmlOfLine(line: string): string {
  const cells = line.split('\t').map((cell) => cell.trim());
  const isRow = cells.filter((cell) => cell !== '').length > 1;
  const words = isRow ? cells.map((cell) => cell || '–').join(' | ') : line;
  return words
    .replace(/[&<>]/g, (sign) => ESCAPED[sign]!)
    .replace(BOLD, '$1<strong>$2</strong>')
    .replace(SLANTED, '$1<em>$2</em>');
}

/** One that has no address on the web; those the editor keeps. */
const PICTURE = /<img\b(?![^<>]*\ssrc\s*=\s*["']?https?:)/i;

/** What to say of pictures in a paste that are lost; undefined if there are none. */
export function tellOfPictures(html: string, text: string, files: readonly { type: string }[]) {
  if (PICTURE.test(html)) return 'Pictures can’t be pasted here. The text was kept.';
  const isPicture = !html && !text && files.some(({ type }) => type.startsWith('image/'));
  return isPicture ? 'Pictures can’t be pasted here.' : undefined;
}
