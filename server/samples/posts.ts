/**
 * The sample posts and their pictures: a separate step of the first fill, which the next start
 * resumes if it was interrupted.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '#domain/constants.ts';
import { SAMPLE_POSTS, type SamplePost } from '#content/samples/posts.ts';
import { slugOf } from '#domain/posts/rules.ts';
import type { Services } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { finishStep, isStepUnfinished } from '../db/installation.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { STAGED_SUFFIX } from '../files/staging.ts';
import { CONTENT_TYPES, DRAWING, fileKeyOf, keyOf } from '../files/media-keys.ts';
import { removeImages, type NewImage } from '../media/images.ts';
import { replaceImages } from '../media/store.ts';
import { toRows } from '../posts/images.ts';
import { findTakenSlugs, posts } from '../posts/store.ts';
import { prepareOwnText } from '../text/stored-text.ts';

export const POSTS_STEP = 'first-fill-posts-unfinished';
const CONTENT = fileURLToPath(new URL('../../content/', import.meta.url));

type Parts = Pick<Services, 'db' | 'clock' | 'files' | 'stagingDir' | 'log'>;

/** Adds missing sample posts, if the database was filled with samples. */
export async function fillSamplePosts(services: Parts): Promise<void> {
  if (!(await isStepUnfinished(services.db.read, POSTS_STEP))) return;
  for (const post of SAMPLE_POSTS) await addPost(services, post);
  await finishStep(services.db.read, POSTS_STEP);
}

async function addPost(
  services: Parts,
  { title, category, body, daysAgo, isPublished, pictures }: SamplePost,
): Promise<void> {
  const { db, clock } = services;
  const [id, slug] = [randomUUID(), slugOf(title)];
  if ((await findTakenSlugs(db.read, slug, id)).has(slug)) return;
  const images = await storeDrawings(services, pictures);
  const at = new Date(clock().getTime() - daysAgo * DAY_MS);
  const { html, plain, mark } = prepareOwnText('body', body);
  const row = {
    id,
    title,
    slug,
    category,
    body: html,
    rich_text_mark: mark,
    is_published: isPublished,
    publish_at: null,
    first_published_at: isPublished ? at : null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  const adding = db.write(async (tx) => {
    await posts.insert(tx, {
      ...row,
      search_text: toSearchText(title, category.replace('_', ' '), plain),
    });
    await replaceImages(tx, id, toRows(id, images));
    await raiseVersion(tx, 'public');
  });
  await adding.catch(async (error) => {
    if (!isUniqueViolation(error)) throw error;
    // Another instance has added it in the meantime.
    await removeImages(services, images);
  });
}

/**
 * Stores drawings as they are: a few hundred bytes each, where a rasterised image would take
 * thousands.
 */
async function storeDrawings(services: Parts, pictures: readonly string[]): Promise<NewImage[]> {
  const images: NewImage[] = [];
  for (const picture of pictures) images.push(await storeDrawing(services, picture));
  return images;
}

async function storeDrawing(
  { files, stagingDir, clock }: Parts,
  picture: string,
): Promise<NewImage> {
  const drawing = await readFile(join(CONTENT, `${picture}.svg`));
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(String(drawing)) ?? [];
  const path = join(stagingDir, `${randomUUID()}${STAGED_SUFFIX}`);
  await writeFile(path, drawing, { flag: 'wx', mode: 0o600 });
  const id = randomUUID();
  try {
    await files.put(fileKeyOf(keyOf(id, DRAWING)), path, {
      size: drawing.length,
      sha256: createHash('sha256').update(drawing).digest('hex'),
      contentType: CONTENT_TYPES['svg']!,
    });
  } finally {
    await rm(path, { force: true });
  }
  return {
    id,
    address: null,
    width: Number(width),
    height: Number(height),
    color: / fill="(#[0-9a-f]{6})" d="M0 0h/.exec(String(drawing))?.[1] ?? null,
    widths: [],
    cards: null,
    alt: null,
    created_at: clock(),
  };
}
