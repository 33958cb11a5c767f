import { PAGING } from '#domain/constants.ts';
import { pages, sectorPages } from '#content/pages.ts';
import type { Client } from '#app/api/client.ts';
import { escapeXml, publicFile } from '#app/features/found/xml.ts';
import { postPath } from '#app/features/posts/post-path.ts';
import { programPath } from '#app/features/programs/apply-link.tsx';
import { clientFor } from '#app/seam.ts';
import type { Route } from './+types/sitemap';

/** Addresses that one sitemap may hold, by its protocol. */
const MOST_ADDRESSES = 50_000;
type Entry = { path: string; changed?: string };

/** Every public page, the published posts, the open programs (contract.md section 6). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const client = clientFor(context, request);
  const fixed: Entry[] = [...Object.values(pages), ...Object.values(sectorPages)].map(({ path }) => ({ path }));
  const [posts, programs] = await Promise.all([listAllPosts(client), client.listPrograms({ open: true })]);
  const open: Entry[] = programs.items.map(({ id, updated_at }) => ({ path: programPath(id), changed: updated_at }));
  const entries = [...fixed, ...open, ...posts].slice(0, MOST_ADDRESSES);
  const rows = entries.map(({ path, changed }) => `<url><loc>${escapeXml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`);
  return publicFile(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`, 'application/xml');
}

/** A list answers 1,000 at a time. */
async function listAllPosts(client: Client): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let skip = 0; skip < MOST_ADDRESSES; skip += PAGING.limit) {
    const { items, total } = await client.listPosts({ is_published: true, skip });
    found.push(...items.map((post) => ({ path: postPath(post), changed: post.updated_at })));
    if (skip + PAGING.limit >= total) break;
  }
  return found;
}
