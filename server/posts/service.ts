/**
 * The verbs of posts. The guard has checked permissions; the verbs check scope and rules and run
 * transactions.
 */
import { randomUUID } from 'node:crypto';
import { SHARED_RULES } from '#domain/messages.ts';
import { mayDoAll } from '#domain/permissions.ts';
import { POST } from '#domain/posts/messages.ts';
import type {
  CreatePostInput,
  ListPostsQuery,
  Post,
  UpdatePostInput,
} from '#domain/posts/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { requireVersion, type Context, type Versioned } from '../context.ts';
import { isUndone } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { isId } from '../db/ids.ts';
import { removeImages } from '../media/images.ts';
import { listImages, replaceImages, type ImageRow } from '../media/store.ts';
import { htmlWords } from '../text/plain-text.ts';
import { prepareText, readTexts, type StoredText } from '../text/stored-text.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
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
import { describePost, presentListed, presentPost } from './presentation.ts';
import { requirePlannable } from './publishing-service.ts';
import { freeSlug, retrySlug } from './slugs.ts';
import * as store from './store.ts';

type VersionedPost = Versioned<'post', Post>;
type Fields<I> = Omit<I, 'featured_image' | 'gallery_images'>;
type Changes = Fields<UpdatePostInput>;

const scopeOf = ({ actor }: Context): store.Scope =>
  mayDoAll(actor.role, 'posts.update') ? 'all' : 'published';

/** `plain`: the plain text of the body. */
const searchTextOf = (
  { title, category }: Pick<store.PostRow, 'title' | 'category'>,
  plain: string,
) => toSearchText(title, category.replace('_', ' '), plain);

/** Refuses with 404 a post that does not exist, or that this person may not see. */
function required(row: store.PostRow | undefined): store.PostRow {
  if (!row) throw new Problem('not_found', POST.notFound);
  return row;
}

const present = async (
  context: Context,
  row: store.PostRow,
  images: ImageRow[],
): Promise<VersionedPost> => ({
  post: await presentPost(context, row, images),
  version: row.version,
});

const imagesOf = async (db: Executor, id: string): Promise<ImageRow[]> =>
  (await listImages(db, [id])).get(id)!;

/** Admins: all; everybody else: published ones. */
export async function listPosts(
  context: Context,
  query: ListPostsQuery,
): Promise<{ items: Post[]; total: number }> {
  const { rows, total } = await store.listPosts(context.db, scopeOf(context), query);
  const images = await listImages(
    context.db.read,
    rows.map(({ id }) => id),
  );
  // A post that was deleted between the two reads has no images.
  const whole = rows.filter(({ id }) => images.get(id)!.length > 0);
  return {
    items: await readTexts(whole, (row) => presentListed(context, row, images.get(row.id)!)),
    total,
  };
}

/** Refuses with 404 a post that does not exist or, except for admins, is not published. */
export async function getPost(context: Context, id: string): Promise<VersionedPost> {
  const row = required(
    isId(id) ? await store.findPost(context.db.read, scopeOf(context), id) : undefined,
  );
  const images = await imagesOf(context.db.read, id);
  if (images.length === 0) throw new Problem('not_found', POST.notFound);
  return present(context, row, images);
}

/**
 * The images of a post that may be changed; call it before processing an upload. Refuses with 404,
 * and with 412 if If-Match names another version.
 */
export async function findChangeable(context: Context, id: string): Promise<ImageRow[]> {
  const row = required(isId(id) ? await store.findPost(context.db.read, 'all', id) : undefined);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return imagesOf(context.db.read, id);
}

const BODY = { kind: 'body', name: 'body', label: 'the body' } as const;

/**
 * Stores the images, then the post. Refuses with 415 a file that is not a picture, and with 422 a
 * text that does not name an image. A repeated key gets the first answer.
 */
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
): Promise<ApiResponse> {
  const now = context.clock();
  requirePlannable(input, now);
  const row = {
    id: randomUUID(),
    ...input,
    body: html,
    rich_text_mark: mark,
    slug: '',
    first_published_at: input.is_published ? now : null,
    created_at: now,
    updated_at: now,
    version: 1,
  };
  const chosen = chooseImages(context, stored, []);
  const images = toRows(row.id, describeImages(context, chosen, alt_texts));
  row.slug = await freeSlug(tx, row);
  await store.insertPost(tx, { ...row, search_text: searchTextOf(row, plain) });
  await replaceImages(tx, row.id, images);
  await raiseVersion(tx, 'public');
  await audit(tx, context, 'posts.create', 'post', row.id, {
    after: describePost(context, row, images),
  });
  return single(await presentPost(context, row, images), row.version, 201);
}

/**
 * Changes sent fields that differ. `wanted.gallery`, if sent, is the whole gallery. The slug
 * follows the title until the post is first published (contract §6.4). Refuses with 404, with 412
 * if If-Match names another version, with 415, and with 422 a text that does not name an image.
 */
export async function updatePost(
  context: Context,
  id: string,
  { alt_texts, ...input }: Changes,
  wanted: WantedImages,
): Promise<VersionedPost> {
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
  const old = required(isId(id) ? await store.lockPost(context.db, tx, id) : undefined);
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
  const row = await changePost(
    context,
    tx,
    old,
    { ...changes, ...(text && { rich_text_mark: text.mark }) },
    text,
  );
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
): Promise<store.PostRow> {
  const now = context.clock();
  const row = { ...old, ...changes, updated_at: now, version: old.version + 1 };
  if (changes.title !== undefined && !old.first_published_at) row.slug = await freeSlug(tx, row);
  if (row.is_published) {
    row.first_published_at ??= now;
    row.publish_at = null;
  }
  const { id, created_at: _created, ...columns } = row;
  await store.changePost(tx, id, {
    ...columns,
    search_text: searchTextOf(row, text?.plain ?? htmlWords(row.body)),
  });
  return row;
}

/**
 * Deletes the post and, after the commit, its files. Refuses with 404, and with 412 if If-Match
 * names another version.
 */
export async function deletePost(context: Context, id: string): Promise<void> {
  const images = await context.db.write(async (tx) => {
    const row = required(isId(id) ? await store.lockPost(context.db, tx, id) : undefined);
    requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
    const removed = await replaceImages(tx, id, []);
    await store.deletePost(tx, id);
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
