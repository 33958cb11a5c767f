type Connection = { saveData?: boolean; effectiveType?: string };

/** Links that most visitors follow next; they are prefetched without waiting for a pointer. */
const LIKELY = 'main a[data-next]';
/** Milliseconds after the page has loaded: the page itself must not share the connection. */
const REST = 1500;
const OWN_PAGES = 'a[href^="/"]:not([data-apply])';
const NEVER = /^\/(dashboard|login|register|api|media|feed)/;

/**
 * Prefetches the likely next page once this one has loaded, and any page whose link a finger or
 * pointer rests on; never with Save-Data or on slow connections.
 */
export function prefetchLinks(): void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')) return;
  document.addEventListener(
    'pointerover',
    ({ target }) =>
      target instanceof Element && prefetch(target.closest<HTMLAnchorElement>(OWN_PAGES)),
    { passive: true },
  );
  const start = () => document.querySelectorAll<HTMLAnchorElement>(LIKELY).forEach(prefetch);
  addEventListener('load', () => setTimeout(start, REST));
}

const asked = new Set<string>([location.pathname]);

function prefetch(link: HTMLAnchorElement | null): void {
  if (!link || asked.has(link.pathname) || NEVER.test(link.pathname)) return;
  asked.add(link.pathname);
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = link.href;
  document.head.append(hint);
}
