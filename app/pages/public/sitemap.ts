import { pages, sectorPages } from '#content/pages.ts';
import { storyPages } from '#content/stories/stories.ts';
import { paths } from '#app/paths.ts';
import { listEvery } from '#app/api/every.ts';
import { escapeXml, publicFile } from '#app/seo/xml.ts';
import { listRecords } from '#app/features/judging/record-calls.ts';
import { clientFor, transportFor } from '#app/render-context.ts';
import type { Route } from './+types/sitemap';

/** The protocol's maximum of addresses in one sitemap. */
const MOST_ADDRESSES = 50_000;
const isFull = (items: readonly unknown[]): boolean => items.length >= MOST_ADDRESSES;
type Entry = { path: string; changed?: string };

/** Every public page, published post, open program and public record. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const client = clientFor(context, request);
  const fixed: Entry[] = [
    ...Object.values(pages),
    ...Object.values(sectorPages),
    ...storyPages,
  ].map(({ path }) => ({ path }));
  const [programs, posts, records] = await Promise.all([
    listEvery((range) => client.listPrograms({ open: true, ...range }), isFull),
    listEvery((range) => client.listPosts({ is_published: true, ...range }), isFull),
    listRecords(transportFor(context, request)),
  ]);
  const open: Entry[] = programs.map(({ id, updated_at }) => ({
    path: paths.publicProgram({ id }),
    changed: updated_at,
  }));
  const published: Entry[] = posts.map((post) => ({
    path: paths.publicPost(post),
    changed: post.updated_at,
  }));
  const judged: Entry[] = records.map(({ program_id }) => ({
    path: paths.record({ id: program_id }),
  }));
  const entries = [...fixed, ...open, ...published, ...judged].slice(0, MOST_ADDRESSES);
  const rows = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  );
  return publicFile(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`,
    'application/xml',
  );
}
