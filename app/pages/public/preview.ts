import { readCategory } from '#domain/posts/rules.ts';
import { SECTORS } from '#domain/sectors.ts';
import { pages, sectorPages } from '#content/pages.ts';
import { postsPage } from '#content/posts.ts';
import { paths } from '#app/paths.ts';
import { drawPreview, type PreviewWords } from '#app/seo/draw-preview.ts';
import { houseWeave, SECTOR_WEAVES } from '#app/brand/weaves.ts';
import { clientFor } from '#app/seam.ts';
import type { Client } from '#app/api/client.ts';
import type { Route } from './+types/preview';

/**
 * What the link preview of a page says and shows: the drawing, and the words that
 * server/pages/og-images.ts sets in the display type over it.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const path = `/${params['*'] === 'home' ? '' : params['*']}`;
  const words =
    fixedWords(path) ??
    (await postWords(path, clientFor(context, request))) ??
    (await programWords(path, clientFor(context, request)));
  return words ? Response.json(drawPreview(words)) : new Response(null, { status: 404 });
}

function fixedWords(path: string): PreviewWords | undefined {
  const sector = SECTORS.find((one) => sectorPages[one].path === path);
  if (sector) return { title: sectorPages[sector].title, weave: SECTOR_WEAVES[sector] };
  const page = Object.values(pages).find((one) => one.path === path);
  return page && { title: page.title, weave: houseWeave };
}

async function postWords(path: string, client: Client): Promise<PreviewWords | undefined> {
  const [, category, slug] = /^\/post\/([A-Z_]+)\/([^/]+)$/.exec(path) ?? [];
  if (!slug || !readCategory(category!)) return undefined;
  const { items } = await client.listPosts({ slug, is_published: true, limit: 1 });
  return (
    items[0] && {
      title: items[0].title,
      kicker: postsPage.titles[items[0].category],
      weave: houseWeave,
    }
  );
}

async function programWords(path: string, client: Client): Promise<PreviewWords | undefined> {
  const prefix = `${paths.publicPrograms}/`;
  const id = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  if (!/^[\w-]+$/.test(id)) return undefined;
  const program = await client.getProgram(id).catch(() => undefined);
  return (
    program && {
      title: program.title,
      kicker: program.sector,
      weave: SECTOR_WEAVES[program.sector],
    }
  );
}
