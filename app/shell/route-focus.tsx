import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Survives a change of layout: navigating from the account screens to the portal changes the screen
 * too.
 */
let last: string | undefined;

/**
 * Every change of screen scrolls to the top and moves the focus to its heading, where screen
 * readers then start.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = last === undefined;
    if (last === pathname) return;
    last = pathname;
    if (isFirst) return;
    window.scrollTo(0, 0);
    // The only field of a screen, such as the code, may already have the focus.
    if (document.activeElement?.matches('main input')) return;
    (
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    )?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
