/** The rules that rich text is cleaned by; server/text/stored-text.ts says when. */
import { MARKUP } from '#domain/constants.ts';
import sanitizeHtml from 'sanitize-html';

/** What any rich text may hold. */
export const RICH_TEXT: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'a',
    'code',
    'pre',
    'hr',
  ],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: MARKUP.depth,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
};

export const cleanRichText = (html: string): string => sanitizeHtml(html, RICH_TEXT);

/** The words alone, for search and plain mails. */
export const toPlainText = (html: string): string =>
  sanitizeHtml(html.replace(/<(br|\/p|\/li|\/h\d)[^>]*>/gi, '\n'), {
    allowedTags: [],
    allowedAttributes: {},
  }).trim();
