import type { Executor } from '../db/open.ts';
import type { Row } from '../db/tables.ts';
import { rowsOf } from '../db/statement.ts';
import { idOfFile } from '../files/media-keys.ts';

export type ImageRow = Row<'images'>;

export async function listImages(
  db: Executor,
  postIds: string[],
): Promise<Map<string, ImageRow[]>> {
  const found = new Map<string, ImageRow[]>(postIds.map((id) => [id, []]));
  for (const row of await imagesOf(db, postIds)) found.get(row.post_id)!.push(row);
  return found;
}

const imagesOf = rowsOf((db, isAmong) =>
  db.selectFrom('images').selectAll().where(isAmong('post_id')).orderBy('post_id').orderBy('place'),
);

/** Makes these the images of the post, and answers those that it no longer has. */
export async function replaceImages(
  tx: Executor,
  postId: string,
  images: ImageRow[],
): Promise<ImageRow[]> {
  const old = (await listImages(tx, [postId])).get(postId)!;
  await tx.deleteFrom('images').where('post_id', '=', postId).execute();
  if (images.length > 0)
    await tx
      .insertInto('images')
      .values(
        images.map((row) => ({
          ...row,
          widths: row.widths && JSON.stringify(row.widths),
          cards: row.cards && JSON.stringify(row.cards),
        })),
      )
      .execute();
  const remaining = new Set(images.map(({ id }) => id));
  return old.filter(({ id }) => !remaining.has(id));
}

/** Which of these file keys belong to an image; for the sweep, with up to 500 keys at once. */
export async function knownMediaKeys(db: Executor, keys: string[]): Promise<Set<string>> {
  const ids = new Set(keys.flatMap((key) => idOfFile(key) ?? []));
  if (ids.size === 0) return new Set();
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return new Set(keys.filter((key) => known.has(idOfFile(key) ?? '')));
}
