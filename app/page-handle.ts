import type { ComponentType } from 'react';

/** Reads one parameter of an address; undefined when the page is the same without it. */
export type ReadParameter = (value: string) => string | undefined;

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
  subject?: { kind: 'post' | 'program'; param: string; absentAt: string };
  /** Public, but changes without a write to public data: made anew each time. */
  isLive?: boolean;
  /** In place of a screen whose script did not come (vite/failed-screens.ts). */
  Failed?: ComponentType;
};
