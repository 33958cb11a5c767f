/**
 * The preview picture of a shared link: the app draws it, the headline is set on top here, and the
 * PNG is cached.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#domain/problem.ts';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { NOT_FOUND } from '../http/problems.ts';
import { escapeHtml } from '../text/escape-html.ts';

/** The answer of the app's preview/* route (app/seo/draw-preview.ts). */
type Preview = { svg: string; title: string; kicker: string };
/** Renders an address of the app for this visitor. */
type AskApp = (request: FastifyRequest, path: string) => Promise<Response>;

const FONT = fileURLToPath(new URL('../media/display.ttf', import.meta.url));
const FAMILY = 'Pitch Trek Display';
/** Pixels of the 1200 × 630 that the text may use, left of the pattern. */
const TEXT = { left: 80, top: 80, width: 860, height: 410 };
/** Tried in this order until the title fits. */
const TITLE_SIZES = [96, 78, 62, 50, 40];
const KICKER_SIZE = 30;
/** Longer titles are cut. */
const MOST_CHARS = 160;

/** Adds `GET /preview/{path}.png` for every public page; 404 for any other path. */
export function addPreviews(app: FastifyInstance, askApp: AskApp): void {
  const pictures = createBoundedCache<Buffer>(({ length }) => length);
  app.get<{ Params: { '*': string } }>('/preview/*', async (request, reply) => {
    const page = /^(.+)\.png$/.exec(request.params['*'])?.[1];
    const path = `/preview/${encodeURI(page ?? '..')}`;
    // Dots lead to pages that are no drawings.
    const isPreview = new URL(path, 'http://localhost').pathname === path;
    const answer = isPreview ? await askApp(request, path) : undefined;
    if (!answer?.ok) throw new Problem('not_found', NOT_FOUND);
    const preview = (await answer.json()) as Preview;
    const key = createHash('sha256').update(JSON.stringify(preview)).digest('base64url');
    const cached = pictures.get(key);
    const picture = cached ?? (await draw(preview));
    if (!cached) pictures.set(key, picture);
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/png')
      .send(picture);
  });
}

async function draw({ svg, title, kicker }: Preview): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const words = title.length > MOST_CHARS ? `${title.slice(0, MOST_CHARS)}…` : title;
  const line = await setText(kicker, KICKER_SIZE, '#14201b');
  const heading = await fitTitle(words);
  return sharp(Buffer.from(svg))
    .composite([
      { input: heading, left: TEXT.left, top: TEXT.top },
      { input: line, left: TEXT.left, top: 564 },
    ])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

async function fitTitle(title: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  for (const size of TITLE_SIZES) {
    const picture = await setText(title, size, '#14201b');
    const { width, height } = await sharp(picture).metadata();
    if (width <= TEXT.width && height <= TEXT.height) return picture;
  }
  return sharp(await setText(title, TITLE_SIZES.at(-1)!, '#14201b'))
    .resize({ width: TEXT.width, height: TEXT.height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}

/**
 * Sets text in the display face, from the font file beside this one: a server may have no fonts of
 * its own.
 */
async function setText(text: string, size: number, color: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const markup = `<span foreground="${color}" letter_spacing="${Math.round(size * -20)}">${escapeHtml(text)}</span>`;
  return sharp({
    text: {
      text: markup,
      font: `${FAMILY} ${size}`,
      fontfile: FONT,
      width: TEXT.width,
      dpi: 72,
      spacing: Math.round(size * -0.12),
      rgba: true,
    },
  })
    .png()
    .toBuffer();
}
