declare module 'virtual:enhance' {
  /** Runs before the first paint: marks a signed-in visitor, shows the splash. */
  export const firstScript: string;
  /** Runs when the page stands: menus, dialogs, prefetching. */
  export const pageScript: string;
}

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';
  const build: ServerBuild;
  export = build;
}
