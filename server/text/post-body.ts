/** Rules for the body of a post: rich text that may contain pictures from the web. */
import sanitizeHtml from 'sanitize-html';
import { isWebImage } from '#domain/posts/rules.ts';
import { PICTURE_TAGS, RICH_TEXT_TAGS } from '#domain/rich-text.ts';
import { RICH_TEXT } from './rich-text.ts';

const OPTIONS: sanitizeHtml.IOptions = {
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

export const cleanBody = (html: string): string => sanitizeHtml(html, OPTIONS);
