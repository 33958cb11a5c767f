/**
 * The boundary between server and app, and the only entry of the server build
 * (`build/server/index.js`).
 *
 *     const { createAppHandler } = await import('../build/server/index.js');
 *     const renderPage = createAppHandler();
 *     const response = await renderPage(request, { api, nonce, maxUploadMegabytes });
 *
 * - `request`: a web Request with the public origin, without parameters that the page does not
 *   know; `describeAddress(path)` names the known ones.
 * - `api`: answers /api/v1 requests in this process. Its errors are Responses, read by their
 *   `code`, because the two module graphs share nothing.
 * - `nonce`: new for each request, and in the Content-Security-Policy that the caller sends.
 * - `maxUploadMegabytes`: written into hydrated documents, where the forms read it.
 *
 * Documents have the header `X-Page-Kind: plain | hydrated`, which the caller reads and removes.
 * Plain pages contain one inline script, the same in all, and nothing from the request, so they can
 * be cached;
 * hydrated ones contain the nonce and are private. Answers without it are data or redirects. The
 * files to serve are in `build/client`; those in its `assets/` have their hash in their name.
 */
import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { createAddressReader } from './public-addresses.ts';
import { renderContext, type RenderContext } from './render-context.ts';

/**
 * What the document at a path depends on, so that the caller caches one entry for all addresses
 * with the same content (server/http/addresses.ts).
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
