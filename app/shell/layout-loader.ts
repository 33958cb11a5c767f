import type { RouterContextProvider } from 'react-router';
import { clientFor } from '#app/render-context.ts';

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * What every layout gets from the server: the full address that canonical links and previews need
 * (app/seo/describe-page.ts), and the notice on top of the page. A page is not withheld for want of
 * the notice.
 */
export const loadLayout = async ({ request, context }: Args) => ({
  origin: new URL(request.url).origin,
  notice: await clientFor(context, request)
    .getNotice()
    .catch(() => null),
});
