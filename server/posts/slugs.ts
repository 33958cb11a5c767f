/** Chooses the slugs of posts. */
import { chooseSlug, slugOf } from '#domain/posts/rules.ts';
import { isUniqueViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import * as store from './store.ts';

/** The slug of its title that no other post has. */
export async function freeSlug(
  tx: Executor,
  { id, title }: Pick<store.PostRow, 'id' | 'title'>,
): Promise<string> {
  return chooseSlug(title, id, await store.findTakenSlugs(tx, slugOf(title) || id, id));
}

const SLUG_TRIES = 5;

/**
 * On PostgreSQL, two concurrent transactions may choose the same slug; the second one then chooses
 * again.
 */
export async function retrySlug<R>(write: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === SLUG_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}
