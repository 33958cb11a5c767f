import type { ReactNode } from 'react';
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router';
import { beforePaint } from 'virtual:enhance';
import { furtherStyles, publicSheet } from 'virtual:styles';
import { ApiError } from './api/api-error.ts';
import { UploadLimit } from './api/upload-limit.ts';
import { setAside } from './later.ts';
import { Nonce } from './nonce.ts';
import type { PageHandle } from './page-handle.ts';
import { PAGE_KIND, PAGE_SCRIPT, PAGE_STYLE, renderContext } from './render-context.ts';

/**
 * Pages are sent as a whole, whatever the user agent: so they can be cached, and no inline script
 * has to move late parts into place.
 */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const handles = entry.staticHandlerContext.matches.map(
    ({ route }) => entry.routeModules[route.id]?.handle as PageHandle | undefined,
  );
  nameOwnRules(entry, headers);
  if (!handles.some((handle) => handle?.isHydrated))
    return renderPlain(request, status, headers, entry);
  const { nonce, maxUploadMegabytes } = context.get(renderContext);
  const page = (
    <UploadLimit value={maxUploadMegabytes}>
      <Nonce value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </Nonce>
    </UploadLimit>
  );
  const { html, hasFailed } = await renderWhole(page, { nonce, signal: request.signal });
  // In development, there is one sheet, which the first paint needs.
  const isSetAside = publicSheet && handles.some((handle) => handle?.isPaintedFirst);
  const document = isSetAside ? setAside(html, publicSheet) : html;
  return toDocument(document, hasFailed ? 500 : status, headers, 'hydrated');
}

/** Tells the policy of the rules that the document contains. */
function nameOwnRules({ staticHandlerContext: { matches } }: EntryContext, headers: Headers): void {
  const style = matches.map(({ route }) => furtherStyles[route.id]).find(Boolean);
  if (style) headers.set(PAGE_STYLE, style.source);
}

/** Public pages are the same for everybody and are cached: they must not depend on the request. */
async function renderPlain(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Promise<Response> {
  const missing = status === 404 ? keyOfMissing(entry) : undefined;
  const known = missing && missingPages.get(missing);
  if (known) return toDocument(known, status, headers, 'plain');
  const page = <ServerRouter context={plainEntry(entry)} url={request.url} />;
  const { html, hasFailed } = entry.staticHandlerContext.errors
    ? await renderWhole(page, { signal: request.signal })
    : { html: `<!DOCTYPE html>${renderToStaticMarkup(page)}`, hasFailed: false };
  if (missing && !hasFailed && missingPages.size < MAX_MISSING_PAGES)
    missingPages.set(missing, html);
  return toDocument(html, hasFailed ? 500 : status, headers, 'plain');
}

/**
 * What waits for lazy parts, as screens and error pages do; a plain page has none, and is written
 * in one go, which costs half as much.
 */
async function renderWhole(
  page: ReactNode,
  options: { nonce?: string; signal: AbortSignal },
): Promise<{ html: string; hasFailed: boolean }> {
  let hasFailed = false;
  const stream = await renderToReadableStream(page, {
    ...options,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      hasFailed = true;
      console.error(error);
    },
  });
  await stream.allReady;
  return { html: await new Response(stream).text(), hasFailed };
}

function toDocument(
  html: string,
  status: number,
  headers: Headers,
  kind: 'hydrated' | 'plain',
): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set(PAGE_KIND, kind);
  if (kind === 'plain') headers.set(PAGE_SCRIPT, beforePaint.source);
  return new Response(html, { status, headers });
}

/**
 * Pages for missing content: each route says so in a sentence or two, whatever the address. Robots
 * request such pages by the thousand.
 */
const missingPages = new Map<string, string>();
const MAX_MISSING_PAGES = 50;

/** Everything that a plain page is made from: none reads the address itself. */
const keyOfMissing = ({
  staticHandlerContext: { matches, loaderData, errors },
}: EntryContext): string =>
  JSON.stringify([matches.map(({ route }) => route.id), loaderData, errors]);

/**
 * What a plain page needs: only its own routes, because React Router would prepare all eighty for
 * each page, and no data for the browser. The sheet in the manifest is the portal's part
 * (vite/public-styles.ts); in development it is the whole sheet.
 */
function plainEntry(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  );
  if (publicSheet && routes['root']) routes['root'] = { ...routes['root'], css: [] };
  return { ...entry, manifest: { ...manifest, routes }, serverHandoffStream: undefined };
}

/**
 * An unexpected error in a loader is a defect: logged completely, shown without details. A call
 * that got a 503 is in the server's log already; a request that the router refuses is no defect.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isUnanswered = error instanceof ApiError && error.status === 503;
  const isRefused = (isRouteErrorResponse(error) && error.status < 500) || isFromElsewhere(request);
  if (!request.signal.aborted && !isUnanswered && !isRefused) console.error(error);
}

/** React Router refuses a form of another site by an error, before any of our code has run. */
function isFromElsewhere({ method, headers, url }: Request): boolean {
  const origin = headers.get('origin');
  return method === 'POST' && origin !== null && URL.parse(origin)?.host !== new URL(url).host;
}
