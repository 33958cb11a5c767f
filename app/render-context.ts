import { createContext, type RouterContextProvider } from 'react-router';
import { createClient, type Client } from './api/client.ts';
import type { Transport } from './api/transport.ts';

/** What the server passes to the app for one request. */
export type RenderContext = {
  api: (request: Request) => Promise<Response>;
  nonce: string;
  /** Per file (MAX_UPLOAD_MB). */ maxUploadMegabytes: number;
};

/**
 * Tells the server which Content-Security-Policy a document needs: `plain` (one inline script,
 * always the same) or `hydrated` (the nonce). Not sent to clients.
 */
export const PAGE_KIND = 'X-Page-Kind';

/** The source of the rules that a document contains, for that policy. Not sent to clients. */
export const PAGE_STYLE = 'X-Page-Style';

/** The source of the script in a plain document, for that policy. Not sent to clients. */
export const PAGE_SCRIPT = 'X-Page-Script';

export const renderContext = createContext<RenderContext>();

/** The API as loaders call it: in this process, as a visitor, without a socket. */
export function transportFor(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Transport {
  const { api } = context.get(renderContext);
  const origin = new URL(request.url).origin;
  return {
    fetch: (path, init) => api(new Request(new URL(path, origin), init)),
    readToken: () => null,
  };
}

/** The calls over it. */
export const clientFor = (context: Readonly<RouterContextProvider>, request: Request): Client =>
  createClient(transportFor(context, request));
