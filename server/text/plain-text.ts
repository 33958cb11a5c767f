import { escapeHtml } from './escape-html.ts';

const ENTITIES: Record<string, string> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  amp: '&',
};

/**
 * The plain text of cleaned HTML, one line per paragraph, for search, mails and exports: never to
 * be shown as HTML. Cheaper than parsing.
 */
export const htmlWords = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li|\/h\d)[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => ENTITIES[name]!)
    .trim();

/** Plain text as rich text: its lines and paragraphs, nothing else. */
export const htmlOf = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
