const LENGTH = 170;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
/** Punctuation that ends a line, so that another may follow on the same line. */
const ENDED = /[.!?…:;,][)\]"'”’»]*$/;

/**
 * The first words of a rich text, as plain text. Separate lines are joined by a colon (headings) or
 * a full stop.
 */
export function summarise(html: string, length = LENGTH): string {
  const lines = html
    .replace(/\s+/g, ' ')
    .replace(/<br[^<>]*>/g, ' ')
    .replace(/<\/h\d>/g, '\v\n')
    .replace(/<\/(p|li|blockquote|figcaption)>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? '')
    .split('\n')
    .map((line) => ({
      text: line.replace(/\s+/g, ' ').trim(),
      mark: line.includes('\v') ? ':' : '.',
    }))
    .filter(({ text }) => text);
  return cut(
    lines
      .map(({ text, mark }, place) =>
        place === lines.length - 1 || ENDED.test(text) ? text : text + mark,
      )
      .join(' '),
    length,
  );
}

const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (word) => word.toLowerCase());

/**
 * Without what stands between an opening and the next closing that belongs to it, in any case. It
 * reads the text once, however many openings are never closed; a lazy pattern reads it for each.
 */
export function dropPairs(
  text: string,
  opening: RegExp,
  closingOf: (name: string) => string,
): string {
  const folded = lowerCase(text);
  const missing = new Set<string>();
  let [result, at] = ['', 0];
  for (const match of text.matchAll(opening)) {
    const closing = closingOf(lowerCase(match[1] ?? ''));
    if (match.index < at || missing.has(closing)) continue;
    const end = folded.indexOf(closing, match.index + match[0].length);
    if (end < 0) missing.add(closing);
    else [result, at] = [result + text.slice(at, match.index), end + closing.length];
  }
  return result + text.slice(at);
}

/**
 * Cuts between two words, or within one that would be most of the text. Never splits a character.
 */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length);
  return `${text.slice(0, space > length / 2 ? space : length).replace(/[\ud800-\udbff]$|[\s.,:;]+$/, '')}…`;
}
