import './styles/tokens.css';
import './styles/base.css';
import './styles/kit.css';
import { lazy, Suspense, use, type ReactElement } from 'react';
import { beforePaint, beforePaintPortal, mainScript } from 'virtual:enhance';
import { furtherStyles, publicSheet } from 'virtual:styles';
import { Links, Meta, Outlet, Scripts, useMatches, useRouteError } from 'react-router';
import { site } from '#content/site.ts';
import { UploadLimit } from './api/upload-limit.ts';
import { Nonce } from './nonce.ts';
import type { PageHandle } from './page-handle.ts';
import type { Route } from './+types/root';
import icon from './favicon.svg?inline';
import displayFont from './fonts/bricolage-common.woff2?url';
import { Splash } from './shell/splash.tsx';
import { shellLabels } from './shell/labels.ts';
import { describeError } from './shell/describe-error.ts';

/** Contains header, footer and patterns, which the dashboard does not need. */
const ErrorScreen = lazy(() => import('./shell/error-screen.tsx'));

/** A page that cannot be shown uses its heading as title. */
export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? describeError(error).title : site.name },
  { name: 'description', content: site.description },
];

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  // Inline: as a file it would compete with font and picture on a slow connection.
  { rel: 'icon', href: icon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

/**
 * Values that only the server knows (nonce and limit, from the render context, and the page's own
 * rules) are read from the document in the browser.
 */
const nonceHere =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLElement>('[nonce]')?.nonce;
const sheetHere =
  typeof document === 'undefined'
    ? publicSheet
    : document.querySelector('link[href^="/assets/public-"]')?.getAttribute('href');
const rulesHere =
  typeof document !== 'undefined' && document.querySelector('head style') ? '' : undefined;
const limitHere =
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['uploadMegabytes'];

const isForNobodyElse = (handle?: PageHandle): boolean =>
  Boolean(handle?.isHydrated || handle?.isPrivate);

export function Layout({ children }: { children: ReactElement }) {
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as PageHandle | undefined);
  const isHydrated = handles.some((handle) => handle?.isHydrated);
  const nonce = use(Nonce) ?? nonceHere;
  const rules = matches.map(({ id }) => furtherStyles[id]).find(Boolean)?.rules ?? rulesHere;
  const isPrivate = handles.some(isForNobodyElse);
  return (
    <html
      lang="en-GH"
      data-upload-megabytes={use(UploadLimit) ?? limitHere}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0e4d3a" />
        {isPrivate && <meta name="robots" content="noindex" />}
        <Meta />
        {/* Inline, and ahead of the sheets: it waits for nothing, and nothing waits for it. */}
        <script
          nonce={nonce}
          data-then={isHydrated ? undefined : mainScript}
          dangerouslySetInnerHTML={{ __html: (isHydrated ? beforePaintPortal : beforePaint).code }}
        />
        {sheetHere && <link rel="stylesheet" href={sheetHere} nonce={nonce} />}
        {rules !== undefined && <style dangerouslySetInnerHTML={{ __html: rules }} />}
        <Links nonce={nonce} />
      </head>
      <body>
        <Splash />
        {isHydrated && <NoScript />}
        {children}
        {isHydrated && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

/** Only browsers without scripts show it. */
const NoScript = () => (
  <noscript>
    <p>{shellLabels.noScript}</p>
  </noscript>
);

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <Suspense>
      <ErrorScreen error={useRouteError()} />
    </Suspense>
  );
}
