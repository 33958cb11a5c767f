declare module 'virtual:enhance' {
  /** Runs before the first paint: marks a signed-in visitor, shows the splash. */
  export const beforePaintScript: string;
  /** The same for portal screens: also keeps what is pressed before React has come. */
  export const beforePaintPortalScript: string;
  /** Runs when the page stands: menus, dialogs, prefetching. */
  export const mainScript: string;
}

declare module 'virtual:styles' {
  /**
   * On the server the address of the home page's style sheet, which all pages have, and by the id
   * of their routes those that other public pages have beside it. In development all pages have one
   * whole sheet.
   */
  export const publicSheet: string | undefined;
  export const furtherSheets: Record<string, string | undefined>;
}

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';
  const build: ServerBuild;
  export = build;
}
