import { createHmac, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '#domain/api.ts';

/** A permission to download one file, without a token, until an instant: contract §5.18. */
type DownloadLink = { key: string; filename: string; expiresAt: Date };
export type LinkQuery = {
  key: string;
  name?: string | undefined;
  expires?: string | undefined;
  signature?: string | undefined;
};
type LinkVerdict = 'ok' | 'link_invalid' | 'link_expired';

/**
 * Prevents signatures that were made for other purposes with the same secret from being valid here.
 */
const PURPOSE = 'download-link-v1';

/**
 * The path and query of a signed link: `/api/v1/files/{key}?name=…&expires=…&signature=…`,
 * `expires` in seconds since 1970.
 */
export function signLink(secret: string, { key, filename, expiresAt }: DownloadLink): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const query = new URLSearchParams({
    name: filename,
    expires,
    signature: signatureOf(secret, key, filename, expires),
  });
  return `${API_BASE}/files/${key.split('/').map(encodeURIComponent).join('/')}?${query}`;
}

/**
 * Takes the decoded parts of the address. An altered link is invalid, expired or not; only an
 * authentic one is `link_expired`.
 */
export function verifyLink(
  secret: string,
  { key, name, expires, signature }: LinkQuery,
  now: Date,
): LinkVerdict {
  if (typeof name !== 'string' || typeof expires !== 'string' || typeof signature !== 'string')
    return 'link_invalid';
  if (!isSame(signature, signatureOf(secret, key, name, expires))) return 'link_invalid';
  return now.getTime() < Number(expires) * 1000 ? 'ok' : 'link_expired';
}

export function signatureOf(secret: string, ...parts: string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([PURPOSE, ...parts]))
    .digest('base64url');
}

export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type LinkHeaders = Record<string, string>;

/** Prevents a stored file from running anything in our origin. */
const HARMLESS: LinkHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
};

/** Response headers for a PDF that is saved and never displayed in our origin. */
export const attachmentHeaders = (filename: string, size: number): LinkHeaders => ({
  ...streamHeaders(filename, 'application/pdf'),
  'content-length': String(size),
});

/** The same for a PDF that only our own pages display. */
export const inlineHeaders = (filename: string, size: number): LinkHeaders => ({
  'content-type': 'application/pdf',
  'content-length': String(size),
  'content-disposition': contentDisposition('inline', filename),
  'cross-origin-resource-policy': 'same-origin',
  ...HARMLESS,
});

/** For an archive, whose size is unknown until its end. */
export const streamHeaders = (filename: string, contentType: string): LinkHeaders => ({
  'content-type': contentType,
  'content-disposition': contentDisposition('attachment', filename),
  ...HARMLESS,
});

/** RFC 6266: a plain name for old clients, and the real one in UTF-8 (RFC 8187). */
function contentDisposition(how: 'attachment' | 'inline', filename: string): string {
  const name =
    filename
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}/\\]/gu, '')
      .trim() || 'file';
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase(),
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
