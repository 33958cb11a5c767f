declare module 'virtual:enhance' {
  /** Runs before the first paint: marks signed-in visitors, shows the splash. */
  export const beforePaintScript: string;
  /**
   * The code of the same for portal screens, which also remembers clicks before React has loaded;
   * empty in the browser.
   */
  export const beforePaintPortalScript: string;
  /** Runs after the first paint: menus, dialogs, prefetching. */
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
