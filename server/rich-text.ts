/** Rich text is cleaned on write and again on the way out, by one allow-list (trust.md, 1.3.1). */
import sanitizeHtml from 'sanitize-html';
import { bytesOfText, createBoundedCache } from './bounded-cache.ts';

/** What any rich text may hold. */
export const RICH_TEXT: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'a', 'code', 'pre', 'hr'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
};

export const cleanRichText = (html: string): string => sanitizeHtml(html, RICH_TEXT);

const cleaned = createBoundedCache<string>(bytesOfText);

/** `cleanRichText` for texts that are shown again and again: a page of a list would clean the same ten texts each time. */
export function cleanStoredText(html: string): string {
  if (!/[<>&\0]/.test(html)) return html;
  const found = cleaned.get(html);
  if (found !== undefined) return found;
  const clean = cleanRichText(html);
  cleaned.set(html, clean);
  return clean;
}

/** The words alone, for search and plain mails. */
export const toPlainText = (html: string): string => sanitizeHtml(html.replace(/<(br|\/p|\/li|\/h\d)[^>]*>/gi, '\n'), { allowedTags: [], allowedAttributes: {} }).trim();
