/** Every SQL statement about posts; each takes which of them the asker may see. Their images are in server/media/store.ts. */
import { sql } from 'kysely';
import type { ListPostsQuery } from '#domain/posts/schema.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { matchesWords } from '../db/search.ts';
import type { PostsTable } from '../db/tables.ts';
import { totalOf } from '../db/totals.ts';

export type PostRow = Omit<PostsTable, 'search_text'>;

/** Which posts a query may see (contract.md section 5). */
export type Scope = 'published' | 'all';

const COLUMNS = ['id', 'title', 'slug', 'category', 'body', 'is_published', 'first_published_at', 'created_at', 'updated_at', 'version'] as const;

function visible(db: Executor, scope: Scope) {
  const query = db.selectFrom('posts');
  return scope === 'all' ? query : query.where('is_published', '=', true);
}

export async function listPosts(db: Executor, scope: Scope, filters: ListPostsQuery): Promise<{ rows: PostRow[]; total: number }> {
  let query = visible(db, scope);
  if (filters.category) query = query.where('category', '=', filters.category);
  if (filters.is_published !== undefined) query = query.where('is_published', '=', filters.is_published);
  if (filters.slug !== undefined) query = query.where('slug', '=', filters.slug);
  for (const condition of matchesWords(sql.ref('search_text'), filters.q)) query = query.where(condition);
  const direction = filters.sort.startsWith('-') ? 'desc' : 'asc';
  const column = filters.sort.replace(/^-/, '') as 'title';
  const rows = await query.select(COLUMNS).orderBy(column, direction).orderBy('id', direction).limit(filters.limit).offset(filters.skip).execute();
  const total = await totalOf(rows.length, filters, () => query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow());
  return { rows, total };
}

export async function findPost(db: Executor, scope: Scope, id: string): Promise<PostRow | undefined> {
  return visible(db, scope).select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Holds the row until the transaction ends, so that the version compared is the one changed. */
export async function lockPost(db: Db, tx: Executor, id: string): Promise<PostRow | undefined> {
  return lockRows(db, tx.selectFrom('posts').select(COLUMNS).where('id', '=', id)).executeTakeFirst();
}

/** The slug and its numbered ones that other posts have. */
export async function findTakenSlugs(db: Executor, slug: string, ownId: string): Promise<Set<string>> {
  const numbered = `${slug.replace(/[\\%_]/g, '\\$&')}-%`;
  const rows = await db
    .selectFrom('posts')
    .select('slug')
    .where('id', '!=', ownId)
    .where((eb) => eb.or([eb('slug', '=', slug), sql<boolean>`slug like ${numbered} escape '\\'`]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function insertPost(db: Executor, row: PostsTable): Promise<void> {
  await db.insertInto('posts').values(row).execute();
}

export async function changePost(db: Executor, id: string, changes: Partial<PostsTable>): Promise<void> {
  await db.updateTable('posts').set(changes).where('id', '=', id).execute();
}

export async function deletePost(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}
