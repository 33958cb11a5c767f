import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Outlives the layouts: going from the account screens to the portal changes the screen too. */
let last: string | undefined;

/**
 * Every change of screen scrolls to the top and moves focus to its heading, so that a screen reader
 * starts there.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = last === undefined;
    if (last === pathname) return;
    last = pathname;
    if (isFirst) return;
    window.scrollTo(0, 0);
    // A screen's only field, such as the code, may have the focus already.
    if (document.activeElement?.matches('main input')) return;
    (
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    )?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
