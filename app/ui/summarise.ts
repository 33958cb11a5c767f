const LENGTH = 170;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
/** What ends a line of words so that another may follow on the same line. */
const ENDED = /[.!?…:;,][)\]"'”’»]*$/;

/**
 * The first words of a rich text, as plain text. What stood on lines of its own is told apart by a
 * colon (headings) or a full stop.
 */
export function summarise(html: string, length = LENGTH): string {
  const lines = html
    .replace(/\s+/g, ' ')
    .replace(/<br[^>]*>/g, ' ')
    .replace(/<\/h\d>/g, '\v\n')
    .replace(/<\/(p|li|blockquote|figcaption)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? '')
    .split('\n')
    .map((line) => ({
      words: line.replace(/\s+/g, ' ').trim(),
      mark: line.includes('\v') ? ':' : '.',
    }))
    .filter(({ words }) => words);
  return cut(
    lines
      .map(({ words, mark }, place) =>
        place === lines.length - 1 || ENDED.test(words) ? words : words + mark,
      )
      .join(' '),
    length,
  );
}

/** Between two words; within one where it would be most of the text. Half a character is none. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length);
  return `${text.slice(0, space > length / 2 ? space : length).replace(/[\ud800-\udbff]$|[\s.,:;]+$/, '')}…`;
}
