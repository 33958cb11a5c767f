import type { RefCallback } from 'react';

/**
 * The ref of a sticky bar. Its current height is `--bar-height` of the page, in CSS pixels, so that
 * what takes the focus is scrolled clear of it. One bar at most is on a screen.
 */
export const watchBarHeight: RefCallback<HTMLElement> = (bar) => {
  const { style } = document.documentElement;
  const watcher = new ResizeObserver(() =>
    style.setProperty('--bar-height', `${bar!.offsetHeight}px`),
  );
  watcher.observe(bar!);
  return () => {
    watcher.disconnect();
    style.removeProperty('--bar-height');
  };
};
