const LINK = /<link([^>]*) rel="(modulepreload|stylesheet)"([^>]*)>/g;
const MODULE = /(<script[^>]*) type="module"/g;

/**
 * Sets aside what a document loads until `app/enhance/before-paint-portal.ts` asks for it: its
 * modules, and its sheets except the one at `kept`. Takes and returns a whole document. Data inside
 * its scripts is left alone: it contains no `<`.
 */
export const setAside = (html: string, kept: string | undefined): string =>
  html
    .replace(LINK, (link, before: string, rel: string, after: string) =>
      kept && link.includes(kept) ? link : `<link${before} data-rel="${rel}"${after}>`,
    )
    .replace(MODULE, '$1 type="later"');
