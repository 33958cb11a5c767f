/**
 * The Content-Security-Policy of documents: public ones contain no inline scripts at all, hydrated
 * ones only those with the nonce.
 */
import type { Config } from '../config.ts';

/** The one foreign host that a page may frame: the map beside the office address. */
const MAP_HOST = 'https://www.openstreetmap.org';

/**
 * For the worker that reads PDFs: whatever a PDF makes it do, it cannot reach the network or our
 * API by script, address or credentials. Its decoders of scanned pages are WebAssembly.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

/**
 * Takes the nonce of a hydrated document, undefined for a plain one, and the source (`'sha256-…'`)
 * of the rules that the document contains, if any.
 */
export function pagePolicy(
  config: Pick<Config, 'isDev' | 'publicUrl'>,
  nonce?: string,
  style?: string,
): string {
  // The development server puts scripts and styles into the page itself.
  const inline = config.isDev ? " 'unsafe-inline'" : '';
  const scripts = nonce && !config.isDev ? ` 'nonce-${nonce}'` : inline;
  // On an https site, browsers upgrade pictures from http to https; nothing else would be safe.
  const isSecure = config.publicUrl?.startsWith('https://') ?? false;
  return [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${inline || (style ? ` ${style}` : '')}`,
    // A post's image may come from anywhere on the web: spec §2.4.
    `img-src 'self' data: https:${isSecure ? '' : ' http:'}`,
    `connect-src 'self'${config.isDev ? ' ws:' : ''}`,
    // PDFs are read in a worker, which public pages do not need.
    `worker-src ${nonce ? "'self'" : "'none'"}`,
    `frame-src ${MAP_HOST}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
