/** Reads one parameter of an address; undefined if the page is the same without it. */
export type ReadParameter = (value: string) => string | undefined;

/**
 * What a route module may declare about its page. Layouts with `isHydrated` get React in the
 * browser; all other pages have no such script.
 */
export type PageHandle = {
  isHydrated?: boolean;
  /** React comes after the first paint: these screens can be used before it has loaded. */
  isPaintedFirst?: boolean;
  isPrivate?: boolean;
  /** The parameters that a public page knows. All others are removed from its address. */
  query?: Record<string, ReadParameter>;
  /**
   * The names in a public page's path, in canonical form; undefined if nothing has such a name: the
   * page for that is the same for all such names.
   */
  names?: Record<string, ReadParameter>;
  /**
   * The row that the path's parameter `param` names. If there is none, the page is exactly the one
   * at `absentAt`.
   */
  subject?: { kind: 'post' | 'program'; param: string; absentAt: string };
  /** Public, but changes without a write to public data: rendered for each request. */
  isLive?: boolean;
};
