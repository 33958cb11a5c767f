/**
 * The Content-Security-Policy of documents: public ones hold no inline script at all, hydrated ones
 * those with the nonce.
 */
import type { Config } from '../config.ts';

/** The one foreign host that a page may frame: the map beside the office address. */
const MAP_HOST = 'https://www.openstreetmap.org';

/** Takes the nonce of a hydrated document, undefined for a plain one. */
export function pagePolicy(config: Pick<Config, 'isDev' | 'publicUrl'>, nonce?: string): string {
  // The development server puts scripts and styles into the page itself.
  const inline = config.isDev ? " 'unsafe-inline'" : '';
  const scripts = nonce && !config.isDev ? ` 'nonce-${nonce}'` : inline;
  // Where the site is https, browsers ask for http pictures by https; nothing else would be safe.
  const isSecure = config.publicUrl?.startsWith('https://') ?? false;
  return [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${inline}`,
    // An image of a post may be an address anywhere on the web: spec §2.4.
    `img-src 'self' data: https:${isSecure ? '' : ' http:'}`,
    `connect-src 'self'${config.isDev ? ' ws:' : ''}`,
    `frame-src ${MAP_HOST}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
