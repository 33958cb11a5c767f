/**
 * The boundary between server and app, and the server build's only entry (`build/server/index.js`).
 *
 *   const { createAppHandler } = await import('../build/server/index.js');
 *   const renderPage = createAppHandler();
 *   const response = await renderPage(request, { api, nonce, maxUploadMegabytes });
 *
 * `request` is a web Request with the public origin. `api` answers /api/v1 requests in this
 * process. `nonce` is fresh for each request and the one in the Content-Security-Policy that the
 * caller sends. `maxUploadMegabytes` is written on hydrated documents, where the forms find it.
 * Documents carry `X-Page-Kind: plain | hydrated`, which the caller reads and takes off: plain
 * pages hold no inline script and nothing of the request (cacheable), hydrated ones hold the nonce
 * (private). Answers without it are data or redirects. Files to serve are in `build/client`; what
 * lies in its `assets/` has its hash in its name. `describeAddress(path)` says which parameters a
 * public page knows; `request` carries no others. The two module graphs share nothing: errors from
 * `api` are Responses, read by their `code`.
 */
import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { createAddressReader } from './public-addresses.ts';
import { renderContext, type RenderContext } from './render-context.ts';

/**
 * What the document at a path depends on, so that the caller keeps one for all addresses that show
 * the same (server/http/addresses.ts).
 */
export const describeAddress = createAddressReader(build);

export function createAppHandler(): (
  request: Request,
  rendering: RenderContext,
) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return (request, rendering) => {
    const context = new RouterContextProvider();
    context.set(renderContext, rendering);
    return handle(request, context);
  };
}
