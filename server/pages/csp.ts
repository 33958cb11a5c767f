/**
 * The Content-Security-Policy of documents: of inline scripts, public ones run only the one that is
 * named by its hash, hydrated ones only those with the nonce.
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

type Document = {
  isHydrated: boolean;
  /** The sources (`'nonce-…'`, `'sha256-…'`) of the inline scripts and rules that it contains. */
  script?: string | undefined;
  style?: string | undefined;
};

export function pagePolicy(
  config: Pick<Config, 'isDev' | 'publicUrl'>,
  { isHydrated, script, style }: Document,
): string {
  // The development server puts scripts and styles into the page itself.
  const own = (source = '') => (config.isDev ? " 'unsafe-inline'" : source && ` ${source}`);
  // On an https site, browsers upgrade pictures from http to https; nothing else would be safe.
  const isSecure = config.publicUrl?.startsWith('https://') ?? false;
  return [
    "default-src 'self'",
    `script-src 'self'${own(script)}`,
    `style-src 'self'${own(style)}`,
    // A post's image may come from anywhere on the web: spec §2.4.
    `img-src 'self' data: https:${isSecure ? '' : ' http:'}`,
    `connect-src 'self'${config.isDev ? ' ws:' : ''}`,
    // PDFs are read in a worker, which public pages do not need.
    `worker-src ${isHydrated ? "'self'" : "'none'"}`,
    `frame-src ${MAP_HOST}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
