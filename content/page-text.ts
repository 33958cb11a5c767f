/** How search engines, link previews and browser tabs name a public page. */
export type PageText = { path: string; title: string; description: string };

export const page = (path: string, title: string, description: string): PageText => ({
  path,
  title,
  description,
});
