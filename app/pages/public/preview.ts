import { readCategory } from '#domain/posts/rules.ts';
import { SECTORS } from '#domain/sectors.ts';
import { accountPages } from '#content/account-pages.ts';
import { pages, sectorPages } from '#content/pages.ts';
import { storyPages } from '#content/stories/stories.ts';
import { postsPage } from '#content/posts.ts';
import { paths } from '#app/paths.ts';
import { drawPreview, type PreviewText } from '#app/seo/draw-preview.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import { clientFor } from '#app/render-context.ts';
import type { Client } from '#app/api/client.ts';
import type { Route } from './+types/preview';

/**
 * The parts of a page's link preview: the drawing, and the text that server/pages/og-images.ts sets
 * in the display face on top.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const path = `/${params['*'] === 'home' ? '' : params['*']}`;
  const text =
    fixedText(path) ??
    (await postText(path, clientFor(context, request))) ??
    (await programText(path, clientFor(context, request)));
  return text ? Response.json(drawPreview(text)) : new Response(null, { status: 404 });
}

function fixedText(path: string): PreviewText | undefined {
  const sector = SECTORS.find((one) => sectorPages[one].path === path);
  if (sector) return { title: sectorPages[sector].title, pattern: SECTOR_PATTERNS[sector] };
  const page = [...Object.values(pages), ...Object.values(accountPages), ...storyPages].find(
    (one) => one.path === path,
  );
  return page && { title: page.title, pattern: housePattern };
}

async function postText(path: string, client: Client): Promise<PreviewText | undefined> {
  const [, category, slug] = /^\/post\/([A-Z_]+)\/([^/]+)$/.exec(path) ?? [];
  if (!slug || !readCategory(category!)) return undefined;
  const { items } = await client.listPosts({ slug, is_published: true, limit: 1 });
  return (
    items[0] && {
      title: items[0].title,
      kicker: postsPage.titles[items[0].category],
      pattern: housePattern,
    }
  );
}

async function programText(path: string, client: Client): Promise<PreviewText | undefined> {
  const prefix = `${paths.publicPrograms}/`;
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  // Its other pages have the same picture.
  const [, id] = /^([\w-]+)(?:\/(?:questions|can-you-apply))?$/.exec(rest) ?? [];
  if (!id) return undefined;
  const program = await client.getProgram(id).catch(() => undefined);
  return (
    program && {
      title: program.title,
      kicker: program.sector,
      pattern: SECTOR_PATTERNS[program.sector],
    }
  );
}
