/**
 * Every SQL statement about posts; each takes the scope that the caller may see. Their images are
 * in server/media/store.ts.
 */
import { sql } from 'kysely';
import type { ListPostsQuery } from '#domain/posts/schema.ts';
import { readPage } from '../db/lists.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { withSortKeys } from '../db/sort-keys.ts';
import { rowsOf } from '../db/statement.ts';
import type { PostsTable } from '../db/content-tables.ts';
import type { RichTextMark } from '../db/tables.ts';

export type PostRow = Omit<PostsTable, 'search_text'> & RichTextMark;

/** Which posts a query may see: contract §5.2. */
export type Scope = 'published' | 'all';

const COLUMNS = [
  'id',
  'title',
  'slug',
  'category',
  'body',
  'rich_text_mark',
  'is_published',
  'first_published_at',
  'publish_at',
  'created_at',
  'updated_at',
  'version',
] as const;

function visible(db: Executor, scope: Scope) {
  const query = db.selectFrom('posts');
  return scope === 'all' ? query : query.where('is_published', '=', true);
}

export async function listPosts(
  db: Db,
  scope: Scope,
  { category, is_published, slug, ...query }: ListPostsQuery,
): Promise<{ rows: PostRow[]; total: number }> {
  const isVisible = scope === 'published' ? true : undefined;
  const filters = [
    { column: 'is_published', value: isVisible },
    { column: 'is_published', value: is_published },
    { column: 'category', value: category },
    { column: 'slug', value: slug },
  ];
  return readPage(db, { table: 'posts', filters, ...query }, (ids) => postsOf[scope](db.read, ids));
}

const postsOf = {
  all: rowsOf((db, isAmong) => visible(db, 'all').select(COLUMNS).where(isAmong('id'))),
  published: rowsOf((db, isAmong) => visible(db, 'published').select(COLUMNS).where(isAmong('id'))),
};

export async function findPost(
  db: Executor,
  scope: Scope,
  id: string,
): Promise<PostRow | undefined> {
  return visible(db, scope).select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function hasPublishedPost(db: Executor, slug: string): Promise<boolean> {
  const query = visible(db, 'published').select('id').where('slug', '=', slug);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Locks the row until the transaction ends, so that the version is compared with the row that is
 * changed.
 */
export async function lockPost(db: Db, tx: Executor, id: string): Promise<PostRow | undefined> {
  return lockRows(
    db,
    tx.selectFrom('posts').select(COLUMNS).where('id', '=', id),
  ).executeTakeFirst();
}

/** This slug and its numbered variants, as far as other posts have them. */
export async function findTakenSlugs(
  db: Executor,
  slug: string,
  ownId: string,
): Promise<Set<string>> {
  const numbered = `${slug.replace(/[\\%_]/g, '\\$&')}-%`;
  const rows = await db
    .selectFrom('posts')
    .select('slug')
    .where('id', '!=', ownId)
    .where((eb) => eb.or([eb('slug', '=', slug), sql<boolean>`slug like ${numbered} escape '\\'`]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function insertPost(db: Executor, row: PostsTable & RichTextMark): Promise<void> {
  await db.insertInto('posts').values(withSortKeys('posts', row)).execute();
}

export async function changePost(
  db: Executor,
  id: string,
  changes: Partial<PostsTable & RichTextMark>,
): Promise<void> {
  await db.updateTable('posts').set(withSortKeys('posts', changes)).where('id', '=', id).execute();
}

export async function deletePost(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}

/** When the next draft is published; undefined if none is planned. */
export async function nextPublishingAt(db: Executor): Promise<Date | undefined> {
  const query = db.selectFrom('posts').select('publish_at').where('publish_at', 'is not', null);
  return (await query.orderBy('publish_at').limit(1).executeTakeFirst())?.publish_at ?? undefined;
}

export async function listDue(db: Executor, now: Date): Promise<string[]> {
  const query = db.selectFrom('posts').select('id').where('publish_at', '<=', now);
  return (await query.orderBy('publish_at').execute()).map(({ id }) => id);
}
