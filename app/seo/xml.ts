import { PAGE_KIND } from '#app/render-context.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Escapes text for an element or attribute; drops characters that XML does not allow. By hand,
 * because the sitemap and the feed are two short templates.
 */
export const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/**
 * A file that is the same for everybody, so that the server caches it until public data changes.
 */
export const publicFile = (body: string, type: string): Response =>
  new Response(body, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, [PAGE_KIND]: 'plain' },
  });
