/** The rules by which rich text is cleaned; server/text/stored-text.ts decides when. */
import { MARKUP } from '#domain/constants.ts';
import { LINK_SCHEMES, RICH_TEXT_TAGS } from '#domain/rich-text.ts';
import sanitizeHtml from 'sanitize-html';

/** What any rich text may contain. */
export const RICH_TEXT: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: MARKUP.depth,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
};

export const cleanRichText = (html: string): string => sanitizeHtml(html, RICH_TEXT);
