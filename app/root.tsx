import './styles/tokens.css';
import './styles/base.css';
import { use, type ComponentType, type ReactNode } from 'react';
import { firstScript, pageScript } from 'virtual:enhance';
import { publicSheet } from 'virtual:styles';
import { Links, Meta, Outlet, Scripts, useMatches, useRouteError } from 'react-router';
import { site } from '#content/site.ts';
import { UploadLimit } from './api/upload-limit.ts';
import type { ReadParameter, Subject } from './public-addresses.ts';
import type { Route } from './+types/root';
import icon from './favicon.svg?inline';
import displayFont from './fonts/bricolage-latin.woff2?url';
import { PublicShell } from './shell/public-shell.tsx';
import { Splash } from './shell/splash.tsx';
import { PlainPage } from './shell/error-page.tsx';
import { describeError } from './shell/error-words.ts';

/**
 * What a route module may say about its page. Layouts with `isHydrated` get React in the browser;
 * all other pages carry no such script.
 */
export type PageHandle = {
  isHydrated?: boolean;
  isPrivate?: boolean;
  /**
   * The parameters that a public page knows. Whatever else stands in its address changes nothing
   * and is taken off.
   */
  query?: Record<string, ReadParameter>;
  /**
   * The names in a public page's path, each in one form; undefined where nothing is called so, and
   * the page says that in the same words for all.
   */
  names?: Record<string, ReadParameter>;
  /**
   * The row that the name `param` of the path stands for. Where there is none the page is, word for
   * word, the one at `absentAt`.
   */
  subject?: { kind: Subject['kind']; param: string; absentAt: string };
  /** In place of a screen whose script did not come (vite.config.ts). */
  Failed?: ComponentType;
};

/** The title of a page that can't be shown is its heading. */
export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? describeError(error).title : site.name },
  { name: 'description', content: site.description },
];

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  // In the page itself: as a file it would share a slow line with type and picture.
  { rel: 'icon', href: icon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

/**
 * What only the server knows (nonce and limit by the seam, entry.server.tsx), the browser finds on
 * the document that it was sent.
 */
const nonceHere =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLElement>('[nonce]')?.nonce;
const sheetHere =
  typeof document === 'undefined'
    ? publicSheet
    : document.querySelector('link[href^="/assets/public-"]')?.getAttribute('href');
const limitHere =
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['uploadMegabytes'];

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as PageHandle | undefined);
  const isHydrated = handles.some((handle) => handle?.isHydrated);
  const isPrivate = isHydrated || handles.some((handle) => handle?.isPrivate);
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
        {sheetHere && <link rel="stylesheet" href={sheetHere} nonce={nonceHere} />}
        <Links nonce={nonceHere} />
        <script type="module" async {...{ blocking: 'render' }} src={firstScript} />
        {!isHydrated && <script type="module" src={pageScript} fetchPriority="low" />}
      </head>
      <body>
        <Splash />
        {children}
        {isHydrated && <Scripts nonce={nonceHere} />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <PublicShell>
      <PlainPage {...describeError(useRouteError())} />
    </PublicShell>
  );
}
