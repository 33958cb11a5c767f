/** The body of a post: rich text that may hold pictures from the web; cleaned on write and again on the way out (trust.md, 1.3.1). */
import { createHash } from 'node:crypto';
import sanitizeHtml from 'sanitize-html';
import { isWebImage } from '#domain/posts/rules.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import { RICH_TEXT } from '../rich-text.ts';

const OPTIONS: sanitizeHtml.IOptions = {
  ...RICH_TEXT,
  allowedTags: [...(RICH_TEXT.allowedTags as string[]), 'img', 'figure', 'figcaption'],
  allowedAttributes: { ...RICH_TEXT.allowedAttributes, img: ['src', 'alt', 'width', 'height', 'loading'] },
  allowedSchemesByTag: { img: ['http', 'https'] },
  transformTags: { ...RICH_TEXT.transformTags, img: sanitizeHtml.simpleTransform('img', { loading: 'lazy' }) },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isWebImage(attribs.src ?? ''),
};

export const cleanBody = (html: string): string => sanitizeHtml(html, OPTIONS);

/** Digests of bodies that have come out unchanged. */
const knownClean = createBoundedCache<true>(() => 0);

/** `cleanBody` for what is shown again and again: a text that has come out unchanged once needs only to be recognised. */
export function cleanStoredBody(html: string): string {
  const digest = createHash('sha256').update(html).digest('base64');
  if (knownClean.has(digest)) return html;
  const clean = cleanBody(html);
  if (clean === html) knownClean.set(digest, true);
  return clean;
}
