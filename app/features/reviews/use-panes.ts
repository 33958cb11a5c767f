import { useLayoutEffect, useRef } from 'react';
import { pagesIdOf } from '#app/pdf/pdf-viewer.tsx';
import { searchIdOf } from './documents-view.tsx';

/** Of the pane with the applicant's text. */
export const TEXT_ID = 'written';

/** Pixels of one arrow. */
const LINE = 60;
/** Of a screenful: two lines of the last one stay in sight. */
const SCREENFUL = 0.85;

const DISTANCES: Record<string, (height: number) => number> = {
  ' ': (height) => height * SCREENFUL,
  PageDown: (height) => height * SCREENFUL,
  PageUp: (height) => -height * SCREENFUL,
  ArrowDown: () => LINE,
  ArrowUp: () => -LINE,
};

/**
 * The text and the document beside it, each of which scrolls by itself. Whichever has the focus is
 * scrolled by the browser; without it, keys scroll the text, which is read first.
 */
export function usePanes(chosen: string) {
  const wasInDocument = useRef(false);
  const documentPane = () => document.getElementById(pagesIdOf(searchIdOf(chosen)));
  // The pane that had the focus is hidden, and has lost it.
  useLayoutEffect(() => {
    if (wasInDocument.current) document.getElementById(pagesIdOf(searchIdOf(chosen)))?.focus();
    wasInDocument.current = false;
  }, [chosen]);
  return {
    /** Before the other document is shown. */
    keepFocus: () => (wasInDocument.current = documentPane() === document.activeElement),
    jump: () => {
      const isThere = documentPane() === document.activeElement;
      (isThere ? document.getElementById(TEXT_ID) : documentPane())?.focus();
    },
    scroll: (key: string, isBack: boolean) => {
      const pane = document.getElementById(TEXT_ID);
      const distance = DISTANCES[key]?.(pane?.clientHeight ?? 0) ?? 0;
      pane?.scrollBy({ top: isBack ? -distance : distance });
    },
  };
}
