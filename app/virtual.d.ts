declare module 'virtual:enhance' {
  /** Code that documents contain, and its source for a Content-Security-Policy. */
  type Inline = { code: string; source: string };
  /**
   * Runs before the first paint: marks signed-in visitors, shows the splash. Empty in the browser,
   * as the next one.
   */
  export const beforePaint: Inline;
  /** The same for portal screens: also remembers clicks before React has loaded. */
  export const beforePaintPortal: Inline;
  /** The address of what runs after the first paint: menus, dialogs, prefetching. */
  export const mainScript: string;
}

declare module 'virtual:styles' {
  /**
   * On the server: the address of the style sheet that all pages use, and, by route id, the rules
   * that public pages and account screens contain in addition, with their source for a
   * Content-Security-Policy. In development, all pages have one whole sheet.
   */
  export const publicSheet: string | undefined;
  export const furtherStyles: Record<string, { rules: string; source: string } | undefined>;
}

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';
  const build: ServerBuild;
  export = build;
}
