/**
 * The sample posts and their pictures: a step of its own of the first fill, which the next start
 * takes up when it was cut.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SAMPLE_POSTS, type SamplePost } from '#content/samples/posts.ts';
import { slugOf } from '#domain/posts/rules.ts';
import type { Services } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { finishStep, isStepUnfinished } from '../db/first-fill.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { STAGED_SUFFIX } from '../files/staging.ts';
import { removeImages, storeImage, type NewImage } from '../media/images.ts';
import { replaceImages } from '../media/store.ts';
import { toRows } from '../posts/images-service.ts';
import { findTakenSlugs, insertPost } from '../posts/store.ts';
import { prepareOwnText } from '../text/stored-text.ts';

export const POSTS_STEP = 'first-fill-posts-unfinished';
const DAY_MS = 86_400_000;
const DRAW = fileURLToPath(new URL('../media/draw-illustration.ts', import.meta.url));
const run = promisify(execFile);
const ILLUSTRATIONS = fileURLToPath(new URL('../../content/illustrations/', import.meta.url));

type Parts = Pick<Services, 'db' | 'clock' | 'files' | 'stagingDir' | 'log'>;

/** Fills what is missing of the sample posts, if the database was filled with samples. */
export async function fillSamplePosts(services: Parts): Promise<void> {
  if (!(await isStepUnfinished(services.db.read, POSTS_STEP))) return;
  for (const post of SAMPLE_POSTS) await addPost(services, post);
  await finishStep(services.db.read, POSTS_STEP);
}

async function addPost(
  services: Parts,
  { title, category, body, daysAgo, isPublished, illustrations }: SamplePost,
): Promise<void> {
  const { db, clock } = services;
  const [id, slug] = [randomUUID(), slugOf(title)];
  if ((await findTakenSlugs(db.read, slug, id)).has(slug)) return;
  const images = await drawImages(services, illustrations);
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
    first_published_at: isPublished ? at : null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  const adding = db.write(async (tx) => {
    await insertPost(tx, {
      ...row,
      search_text: toSearchText(title, category.replace('_', ' '), plain),
    });
    await replaceImages(tx, id, toRows(id, images));
    await raiseVersion(tx, 'public');
  });
  await adding.catch(async (error) => {
    if (!isUniqueViolation(error)) throw error;
    // Another instance was filling too, and has added it meanwhile.
    await removeImages(services, images);
  });
}

/** Drawings as the pictures that an admin would have uploaded. */
async function drawImages(services: Parts, illustrations: readonly string[]): Promise<NewImage[]> {
  const drawings = illustrations.map((illustration) => ({
    from: join(ILLUSTRATIONS, `${illustration}.svg`),
    to: join(services.stagingDir, `${randomUUID()}${STAGED_SUFFIX}`),
  }));
  try {
    await run(process.execPath, [DRAW, ...drawings.flatMap(({ from, to }) => [from, to])]);
    const images: NewImage[] = [];
    for (const { to } of drawings)
      images.push(await storeImage(services, { path: to, label: 'sample picture' }));
    return images;
  } finally {
    await Promise.all(drawings.map(({ to }) => rm(to, { force: true })));
  }
}
