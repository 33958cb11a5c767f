import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { publicSheet } from 'virtual:styles';
import { ApiError } from './api/api-error.ts';
import { UploadLimit } from './api/upload-limit.ts';
import type { PageHandle } from './page-handle.ts';
import { PAGE_KIND, renderContext } from './render-context.ts';

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
  const isHydrated = entry.staticHandlerContext.matches.some(
    ({ route }) => (entry.routeModules[route.id]?.handle as PageHandle | undefined)?.isHydrated,
  );
  // Public pages are the same for everybody and are cached: they must not depend on the request.
  const { nonce, maxUploadMegabytes } = isHydrated ? context.get(renderContext) : {};
  const missing = !isHydrated && status === 404 ? keyOfMissing(entry) : undefined;
  const known = missing && missingPages.get(missing);
  if (known) return toDocument(known, status, headers, 'plain');
  const page = (
    <UploadLimit value={maxUploadMegabytes}>
      <ServerRouter
        context={isHydrated ? entry : withoutPortalSheet(entry)}
        url={request.url}
        nonce={nonce}
      />
    </UploadLimit>
  );
  let finalStatus = status;
  const stream = await renderToReadableStream(page, {
    nonce,
    signal: request.signal,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      finalStatus = 500;
      console.error(error);
    },
  });
  await stream.allReady;
  const html = await new Response(stream).text();
  if (missing && finalStatus === 404 && missingPages.size < MAX_MISSING_PAGES)
    missingPages.set(missing, html);
  return toDocument(html, finalStatus, headers, isHydrated ? 'hydrated' : 'plain');
}

function toDocument(
  html: string,
  status: number,
  headers: Headers,
  kind: 'hydrated' | 'plain',
): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set(PAGE_KIND, kind);
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
 * The sheet in React Router's manifest is the portal's part (vite/public-styles.ts); in development
 * it is the whole sheet.
 */
function withoutPortalSheet(entry: EntryContext): EntryContext {
  if (!publicSheet) return entry;
  const { routes } = entry.manifest;
  return {
    ...entry,
    manifest: { ...entry.manifest, routes: { ...routes, root: { ...routes['root']!, css: [] } } },
  };
}

/**
 * An unexpected error in a loader is a defect: logged completely, shown without details. A call
 * that got a 503 is in the server's log already.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isUnanswered = error instanceof ApiError && error.status === 503;
  if (!request.signal.aborted && !isUnanswered) console.error(error);
}
