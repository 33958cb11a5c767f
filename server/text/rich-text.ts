/** The rules by which rich text is cleaned; server/text/stored-text.ts decides when. */
import sanitizeHtml from 'sanitize-html';
import { MARKUP } from '#domain/constants.ts';
import { LINK_SCHEMES, RICH_TEXT_TAGS, PICTURE_TAGS } from '#domain/rich-text.ts';
import { isWebImage } from '#domain/posts/rules.ts';
import { htmlWords } from './plain-text.ts';

const RICH_TEXT: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: MARKUP.depth,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
};

const cleanRichText = (html: string): string => sanitizeHtml(html, RICH_TEXT);

/** Rules for the body of a post: rich text that may contain pictures from the web. */
const BODY: sanitizeHtml.IOptions = {
  ...RICH_TEXT,
  allowedTags: [...RICH_TEXT_TAGS, ...PICTURE_TAGS],
  allowedAttributes: {
    ...RICH_TEXT.allowedAttributes,
    img: ['src', 'alt', 'width', 'height', 'loading'],
  },
  allowedSchemesByTag: { img: ['http', 'https'] },
  transformTags: {
    ...RICH_TEXT.transformTags,
    img: sanitizeHtml.simpleTransform('img', { loading: 'lazy' }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isWebImage(attribs.src ?? ''),
};

const cleanBody = (html: string): string => sanitizeHtml(html, BODY);

/** `text`: of programs and proposals; `body`: of posts, which may contain pictures. */
export type TextKind = 'text' | 'body';
export type CleanText = { html: string; plain: string };

const CLEANERS: Record<TextKind, (html: string) => string> = {
  text: cleanRichText,
  body: cleanBody,
};

/**
 * Takes HTML as sent; returns what may be stored and shown, and its plain text. Long texts are
 * cleaned in server/text/rich-text-worker.ts.
 */
export function cleanText(kind: TextKind, html: string): CleanText {
  const clean = CLEANERS[kind](html);
  return { html: clean, plain: htmlWords(clean) };
}
