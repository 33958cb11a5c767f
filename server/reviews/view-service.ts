/** Saved views: named filters, private or shared with all admins. */
import { randomUUID } from 'node:crypto';
import { REVIEWS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { VIEW } from '#domain/reviews/messages.ts';
import type { CreateViewInput, SavedView } from '#domain/reviews/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { isId } from '../db/ids.ts';
import type { SavedViewsTable } from '../db/review-tables.ts';
import * as store from './view-store.ts';

const present = (
  { actor }: UserContext,
  { id, name, query, is_shared, owner_id }: SavedViewsTable,
): SavedView => ({ id, name, query, is_shared, is_mine: owner_id === actor.id });

export async function listViews(context: UserContext): Promise<SavedView[]> {
  const rows = await store.listViews(context.db.read, context.actor.id);
  return rows.map((row) => present(context, row));
}

/** Refuses with 409 a name that the caller already uses, and more views than the maximum. */
export async function createView(context: UserContext, input: CreateViewInput): Promise<SavedView> {
  const { actor, clock, db } = context;
  const row = {
    id: randomUUID(),
    owner_id: actor.id,
    ...input,
    query: input.query.replace(/^\?/, ''),
    created_at: clock(),
  };
  const write = db.write(async (tx) => {
    if ((await store.countViews(tx, actor.id)) >= REVIEWS.views)
      throw new Problem('conflict', VIEW.tooMany);
    await store.insertView(tx, row);
    // Not its query, which may name a person.
    await audit(tx, context, 'views.create', 'view', row.id, {
      name: [null, row.name],
      is_shared: [null, row.is_shared],
    });
  });
  await write.catch((error) => {
    throw isUniqueViolation(error) ? new Problem('conflict', VIEW.known) : error;
  });
  return present(context, row);
}

/**
 * Refuses with 404 a view that does not exist or is private to somebody else, and with 403 somebody
 * else's shared one.
 */
export async function deleteView(context: UserContext, id: string): Promise<void> {
  const { actor, db } = context;
  await db.write(async (tx) => {
    const view = isId(id) ? await store.findView(tx, id) : undefined;
    const isMine = view?.owner_id === actor.id;
    if (!view || !(isMine || view.is_shared)) throw new Problem('not_found', VIEW.notFound);
    if (!isMine) throw new Problem('forbidden', VIEW.notYours);
    await store.deleteView(tx, id);
    await audit(tx, context, 'views.delete', 'view', id, {
      name: [view.name, null],
      is_shared: [view.is_shared, null],
    });
  });
}
