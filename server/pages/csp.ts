/**
 * The Content-Security-Policy of documents: public ones hold no inline script at all, hydrated ones
 * those with the nonce.
 */
import type { Config } from '../config.ts';

/** The one foreign host that a page may frame: the map beside the office address. */
const MAP_HOST = 'https://www.openstreetmap.org';

/**
 * The worker that reads PDFs: nothing that a PDF makes it do reaches the network or our API, by no
 * script, address or credential. Its decoders of scanned pages are WebAssembly.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

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
    // PDFs are read in a worker, which public pages have no use for.
    `worker-src ${nonce ? "'self'" : "'none'"}`,
    `frame-src ${MAP_HOST}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
