/** Posts: read by everybody once they are published, written with their images by the firm. */
import { randomUUID } from 'node:crypto';
import { SHARED_RULES, invalid, Problem } from '#domain/problem.ts';
import { mayDoAll } from '#domain/permissions.ts';
import { POST, POST_RULES } from '#domain/posts/messages.ts';
import { chooseSlug, slugOf } from '#domain/posts/rules.ts';
import {
  post,
  type CreatePostInput,
  type ListPostsQuery,
  type Post,
  type UpdatePostInput,
} from '#domain/posts/schema.ts';
import { actingForPlanner, audit } from '../audit.ts';
import { requireVersion, type Context, type Services } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { isUndone, isUniqueViolation } from '../db/errors.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { shownBy } from '../http/resource.ts';
import { removeImages } from '../media/images.ts';
import { presentImage } from '../media/presentation.ts';
import { listImages, replaceImages, type ImageRow } from '../media/store.ts';
import { htmlWords } from '../text/plain-text.ts';
import { prepareText, readText, readTexts, type StoredText } from '../text/stored-text.ts';
import {
  chooseImages,
  describeImages,
  digestImages,
  emptiedGallery,
  requireKnown,
  storeUploads,
  toRows,
  type StoredImages,
  type WantedImages,
} from './images.ts';
import * as store from './store.ts';

const { posts } = store;
const shown = shownBy(post);

/** What images show, by key, as far as somebody has said it. */
const altTextsOf = (config: Context['config'], images: ImageRow[]): Record<string, string> =>
  Object.fromEntries(
    images.flatMap((image) => (image.alt ? [[presentImage(config, image).key, image.alt]] : [])),
  );

async function presentPost({ config }: Context, row: store.PostRow, images: ImageRow[]) {
  const [featured, ...gallery] = images.map((image) => presentImage(config, image));
  return shown({
    ...row,
    body: await readText('body', row.body, row.rich_text_mark),
    featured_image: featured!.key,
    featured_media: featured!,
    gallery_images: gallery.map(({ key }) => key),
    gallery_media: gallery,
    alt_texts: altTextsOf(config, images),
    published_at: row.first_published_at,
  });
}

/**
 * For lists: without the variants of the gallery, which are most of the data and not shown in any
 * list.
 */
async function presentListed(
  context: Context,
  row: store.PostRow,
  images: ImageRow[],
): Promise<Post> {
  const whole = await presentPost(context, row, images);
  const gallery_media = whole.gallery_media.map((image) => ({ ...image, variants: [] }));
  return { ...whole, gallery_media };
}

/** What the log records about a post; pictures are represented by their keys. */
function describePost({ config }: Context, row: store.PostRow, images: ImageRow[]) {
  const [featured, ...gallery] = images.map((image) => presentImage(config, image).key);
  const { title, slug, category, body, is_published, publish_at } = row;
  return {
    ...{ title, slug, category, body, is_published, publish_at },
    alt_texts: JSON.stringify(altTextsOf(config, images)),
    featured_image: featured,
    gallery_images: gallery,
  };
}

type Fields<I> = Omit<I, 'featured_image' | 'gallery_images'>;
type Changes = Fields<UpdatePostInput>;

const scopeOf = ({ actor }: Context): store.Scope =>
  mayDoAll(actor.role, 'posts.update') ? 'all' : 'published';

/** `plain`: the plain text of the body. */
const searchTextOf = (
  { title, category }: Pick<store.PostRow, 'title' | 'category'>,
  plain: string,
) => toSearchText(title, category.replace('_', ' '), plain);

function required(row: store.PostRow | undefined): store.PostRow {
  if (!row) throw new Problem('not_found', POST.notFound);
  return row;
}

const present = async (context: Context, row: store.PostRow, images: ImageRow[]) => ({
  post: await presentPost(context, row, images),
  version: row.version,
});

const imagesOf = async (db: Executor, id: string): Promise<ImageRow[]> =>
  (await listImages(db, [id])).get(id)!;

/** Admins: all; everybody else: published ones. */
export async function listPosts(context: Context, query: ListPostsQuery) {
  const { rows, total } = await store.listPosts(context.db, scopeOf(context), query);
  const ids = rows.map(({ id }) => id);
  const images = await listImages(context.db.read, ids);
  // A post that was deleted between the two reads has no images.
  const whole = rows.filter(({ id }) => images.get(id)!.length > 0);
  return {
    items: await readTexts(whole, (row) => presentListed(context, row, images.get(row.id)!)),
    total,
  };
}

export async function getPost(context: Context, id: string) {
  const where = { id, ...(scopeOf(context) === 'published' && { is_published: true }) };
  const row = required(isId(id) ? await posts.find(context.db.read, where) : undefined);
  const images = await imagesOf(context.db.read, id);
  if (images.length === 0) throw new Problem('not_found', POST.notFound);
  return present(context, row, images);
}

/** Its images, before an upload is processed. */
export async function findChangeable(context: Context, id: string) {
  const row = required(isId(id) ? await posts.find(context.db.read, { id }) : undefined);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return imagesOf(context.db.read, id);
}

const BODY = { kind: 'body', name: 'body', label: 'the body' } as const;

export async function createPost(
  context: Context,
  input: Fields<CreatePostInput>,
  wanted: WantedImages,
): Promise<ApiResponse> {
  requireKnown(context, wanted, []);
  const images = context.idempotencyKey ? await digestImages(wanted) : [];
  const once = { call: 'posts.create', content: [input, images] };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  const text = await prepareText(context, BODY, input.body);
  return withUploads(context, wanted, async (stored) => {
    const { answer, isReplay } = await retrySlug(() =>
      writeOnce(context, once, (tx) => insertPost(context, tx, input, text, stored)),
    );
    if (isReplay) await removeImages(context, stored.added);
    if (input.publish_at) context.notifyAnnouncements();
    return answer;
  });
}

async function insertPost(
  context: Context,
  tx: Executor,
  { alt_texts, ...input }: Fields<CreatePostInput>,
  { html, plain, mark }: StoredText,
  stored: StoredImages,
) {
  const now = context.clock();
  requirePlannable(input, now);
  const row = {
    id: randomUUID(),
    ...input,
    ...{ body: html, rich_text_mark: mark, slug: '' },
    first_published_at: input.is_published ? now : null,
    ...{ created_at: now, updated_at: now, version: 1 },
  };
  const chosen = chooseImages(context, stored, []);
  const images = toRows(row.id, describeImages(context, chosen, alt_texts));
  row.slug = await freeSlug(tx, row);
  await posts.insert(tx, { ...row, search_text: searchTextOf(row, plain) });
  await replaceImages(tx, row.id, images);
  await raiseVersion(tx, 'public');
  await audit(tx, context, 'posts.create', 'post', row.id, {
    after: describePost(context, row, images),
  });
  return single(await presentPost(context, row, images), row.version, 201);
}

/** `wanted.gallery`, if sent, is the whole gallery. */
export async function updatePost(
  context: Context,
  id: string,
  { alt_texts, ...input }: Changes,
  wanted: WantedImages,
) {
  requireKnown(context, wanted, await imagesOf(context.db.read, id));
  const text = input.body === undefined ? undefined : await prepareText(context, BODY, input.body);
  return withUploads(context, wanted, async (stored) => {
    const { row, images, removed } = await retrySlug(() =>
      context.db.write((tx) => writeUpdate(context, tx, id, { input, alt_texts, text, stored })),
    );
    await removeImages(context, removed);
    if (row.publish_at) context.notifyAnnouncements();
    return present(context, row, images);
  });
}

type Update = {
  input: Omit<Changes, 'alt_texts'>;
  alt_texts: Changes['alt_texts'];
  text: StoredText | undefined;
  stored: StoredImages;
};
type PostWrite = { row: store.PostRow; images: ImageRow[]; removed: ImageRow[] };

async function writeUpdate(
  context: Context,
  tx: Executor,
  id: string,
  { input, alt_texts, text, stored }: Update,
): Promise<PostWrite> {
  const old = required(isId(id) ? await posts.lock(tx, { id }) : undefined);
  requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
  const current = await imagesOf(tx, id);
  const refused = emptiedGallery(stored, current);
  if (refused.gallery_images) throw invalid(refused);
  const chosen = chooseImages(context, stored, current);
  const images = toRows(id, describeImages(context, chosen, alt_texts));
  const changes = changesIn(old, { ...input, ...(text && { body: text.html }) });
  const hasSameImages =
    images.length === current.length &&
    images.every(
      ({ id: imageId, alt }, place) =>
        imageId === current[place]!.id && (alt ?? null) === (current[place]!.alt ?? null),
    );
  if (changes.publish_at) requirePlannable({ ...old, ...changes }, context.clock());
  if (isEmptyChange(changes) && hasSameImages) return { row: old, images: current, removed: [] };
  const marked = { ...changes, ...(text && { rich_text_mark: text.mark }) };
  const row = await changePost(context, tx, old, marked, text);
  const removed = hasSameImages ? [] : await replaceImages(tx, id, images);
  await raiseVersion(tx, 'public');
  await audit(tx, context, 'posts.update', 'post', id, {
    before: describePost(context, old, current),
    after: describePost(context, row, images),
  });
  return { row, images, removed };
}

async function changePost(
  context: Context,
  tx: Executor,
  old: store.PostRow,
  changes: Partial<store.PostRow>,
  text: StoredText | undefined,
) {
  const now = context.clock();
  const row = { ...old, ...changes, updated_at: now, version: old.version + 1 };
  // Until then the slug follows the title: contract §6.4.
  if (changes.title !== undefined && !old.first_published_at) row.slug = await freeSlug(tx, row);
  if (row.is_published) {
    row.first_published_at ??= now;
    row.publish_at = null;
  }
  const search_text = searchTextOf(row, text?.plain ?? htmlWords(row.body));
  await posts.change(tx, { id: row.id }, { ...row, search_text });
  return row;
}

export async function deletePost(context: Context, id: string) {
  const images = await context.db.write(async (tx) => {
    const row = required(isId(id) ? await posts.lock(tx, { id }) : undefined);
    requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
    const removed = await replaceImages(tx, id, []);
    await posts.remove(tx, { id });
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'posts.delete', 'post', id, {
      before: describePost(context, row, removed),
    });
    return removed;
  });
  await removeImages(context, images);
}

/** Stores the uploads for `work`, and deletes them again if it has certainly failed. */
async function withUploads<R>(
  context: Context,
  wanted: WantedImages,
  work: (stored: StoredImages) => Promise<R>,
): Promise<R> {
  const stored = await storeUploads(context, wanted);
  try {
    return await work(stored);
  } catch (error) {
    if (isUndone(error)) await removeImages(context, stored.added);
    throw error;
  }
}

const freeSlug = async (tx: Executor, { id, title }: Pick<store.PostRow, 'id' | 'title'>) =>
  chooseSlug(title, id, await store.findTakenSlugs(tx, slugOf(title) || id, id));

const SLUG_TRIES = 5;

/**
 * On PostgreSQL, two concurrent transactions may choose the same slug; the second one then chooses
 * again.
 */
async function retrySlug<R>(write: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === SLUG_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

/** For a job: each post in a transaction of its own, once. */
export async function publishDue(services: Services) {
  const { db, clock } = services;
  for (const id of await store.listDue(db.read, clock()))
    await db.write(async (tx) => {
      const row = await posts.lock(tx, { id });
      const due = row?.publish_at;
      if (!row || !due || due > clock()) return;
      await posts.change(
        tx,
        { id },
        {
          is_published: true,
          first_published_at: row.first_published_at ?? due,
          publish_at: null,
          updated_at: clock(),
          version: row.version + 1,
        },
      );
      await raiseVersion(tx, 'public');
      const acting = await actingForPlanner({ clock }, tx, id, 'publish_at');
      await audit(tx, acting, 'posts.publish', 'post', id, { is_published: [false, true] });
    });
}

function requirePlannable(
  { is_published, publish_at }: { is_published: boolean; publish_at?: Date | null | undefined },
  now: Date,
) {
  if (!publish_at) return;
  if (is_published) throw invalid({ publish_at: POST_RULES.publishDraft });
  if (publish_at <= now) throw invalid({ publish_at: POST_RULES.publishPast });
}
