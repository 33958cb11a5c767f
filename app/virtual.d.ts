declare module 'virtual:enhance' {
  /** Runs before the first paint: marks signed-in visitors, shows the splash. */
  export const beforePaintScript: string;
  /** The same for portal screens: also remembers clicks before React has loaded. */
  export const beforePaintPortalScript: string;
  /** Runs when the page has loaded: menus, dialogs, prefetching. */
  export const mainScript: string;
}

declare module 'virtual:styles' {
  /**
   * On the server: the address of the home page's style sheet, which all pages use, and, by route
   * id, those that other public pages use in addition. In development, all pages have one whole
   * sheet.
   */
  export const publicSheet: string | undefined;
  export const furtherSheets: Record<string, string | undefined>;
}

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';
  const build: ServerBuild;
  export = build;
}
