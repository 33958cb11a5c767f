/** Their images are in server/media/store.ts. */
import { sql } from 'kysely';
import type { ListPostsQuery } from '#domain/posts/schema.ts';
import { readPage } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';
import { rowsOf } from '../db/statement.ts';
import { table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';

export const posts = table('posts');
/** As it is built before it is stored. */
export type PostRow = Omit<Row<'posts'>, 'search_text' | 'title_key'>;

/** Which posts a query may see: contract §5.2. */
export type Scope = 'published' | 'all';

export async function listPosts(
  db: Db,
  scope: Scope,
  { category, is_published, slug, ...query }: ListPostsQuery,
) {
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
  all: rowsOf((db, isAmong) => db.selectFrom('posts').selectAll().where(isAmong('id'))),
  published: rowsOf((db, isAmong) =>
    db.selectFrom('posts').selectAll().where('is_published', '=', true).where(isAmong('id')),
  ),
};

export const hasPublishedPost = async (db: Executor, slug: string) =>
  (await posts.count(db, { slug, is_published: true })) > 0;

/** This slug and its numbered variants, as far as other posts have them. */
export async function findTakenSlugs(db: Executor, slug: string, ownId: string) {
  const numbered = `${slug.replace(/[\\%_]/g, '\\$&')}-%`;
  const rows = await db
    .selectFrom('posts')
    .select('slug')
    .where('id', '!=', ownId)
    .where((eb) => eb.or([eb('slug', '=', slug), sql<boolean>`slug like ${numbered} escape '\\'`]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function nextPublishingAt(db: Executor) {
  const query = db.selectFrom('posts').select('publish_at').where('publish_at', 'is not', null);
  return (await query.orderBy('publish_at').limit(1).executeTakeFirst())?.publish_at ?? undefined;
}

export async function listDue(db: Executor, now: Date) {
  const query = db.selectFrom('posts').select('id').where('publish_at', '<=', now);
  return (await query.orderBy('publish_at').execute()).map(({ id }) => id);
}
