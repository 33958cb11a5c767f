type Connection = { saveData?: boolean; effectiveType?: string };

/** Links that most people follow next; those are fetched without waiting for a pointer. */
const LIKELY = 'main a[data-next]';
const OWN_PAGES = 'a[href^="/"]:not([data-apply])';
const NEVER = /^\/(dashboard|login|register|api|media|feed)/;

/** Fetches the next page ahead once this one is idle: the likely one, and any that a finger or pointer rests on; never where data is dear (contract.md section 6). */
export function prefetchLinks(): void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')) return;
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
  const start = () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(LIKELY)) prefetch(link);
    document.addEventListener('pointerover', ({ target }) => target instanceof Element && prefetch(target.closest<HTMLAnchorElement>(OWN_PAGES)), { passive: true });
  };
  addEventListener('load', () => whenIdle(start));
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
