import { useCallback, useRef, type RefCallback } from 'react';

const PROPERTY = '--bar-height';

/**
 * The ref of a sticky bar. Its current height is `--bar-height` of the page, in CSS pixels, so that
 * what takes the focus is scrolled clear of it. One bar at most is on a screen.
 */
export function useBarHeight(): RefCallback<HTMLElement> {
  const watcher = useRef<ResizeObserver>(null);
  return useCallback((bar) => {
    const { style } = document.documentElement;
    watcher.current?.disconnect();
    watcher.current = null;
    style.removeProperty(PROPERTY);
    if (!bar) return;
    watcher.current = new ResizeObserver(() =>
      style.setProperty(PROPERTY, `${Math.ceil(bar.getBoundingClientRect().height)}px`),
    );
    watcher.current.observe(bar, { box: 'border-box' });
  }, []);
}
