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
    .replace(/<br[^>]*>/g, ' ')
    .replace(/<\/h\d>/g, '\v\n')
    .replace(/<\/(p|li|blockquote|figcaption)>/g, '\n')
    .replace(/<[^>]*>/g, '')
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

/**
 * Cuts between two words, or within one that would be most of the text. Never splits a character.
 */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length);
  return `${text.slice(0, space > length / 2 ? space : length).replace(/[\ud800-\udbff]$|[\s.,:;]+$/, '')}…`;
}
