/** Saved views: named filters, private or shared with all admins. */
import { randomUUID } from 'node:crypto';
import { REVIEWS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { VIEW } from '#domain/reviews/rules.ts';
import { createViewInput, savedView, type CreateViewInput } from '#domain/reviews/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { isId } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { calls, list, none, one } from '../http/calls.ts';
import { shownBy } from '../http/resource.ts';
import * as store from './store.ts';

const show = shownBy(savedView);

const present = ({ actor }: UserContext, row: Row<'saved_views'>) =>
  show({ ...row, is_mine: row.owner_id === actor.id });

async function listViews(context: UserContext) {
  const rows = await store.listViews(context.db.read, context.actor.id);
  return rows.map((row) => present(context, row));
}

async function createView(context: UserContext, input: CreateViewInput) {
  const { actor, clock, db } = context;
  const row = {
    id: randomUUID(),
    owner_id: actor.id,
    ...input,
    query: input.query.replace(/^\?/, ''),
    created_at: clock(),
  };
  const write = db.write(async (tx) => {
    if ((await store.views.count(tx, { owner_id: actor.id })) >= REVIEWS.views)
      throw new Problem('conflict', VIEW.tooMany);
    await store.views.insert(tx, row);
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

async function deleteView(context: UserContext, id: string) {
  const { actor, db } = context;
  await db.write(async (tx) => {
    const view = isId(id) ? await store.views.find(tx, { id }) : undefined;
    const isMine = view?.owner_id === actor.id;
    if (!view || !(isMine || view.is_shared)) throw new Problem('not_found', VIEW.notFound);
    if (!isMine) throw new Problem('forbidden', VIEW.notYours);
    await store.views.remove(tx, { id });
    await audit(tx, context, 'views.delete', 'view', id, {
      name: [view.name, null],
      is_shared: [view.is_shared, null],
    });
  });
}

export const viewsCalls = calls({
  'GET /proposals/admin/views': list(
    'views.list',
    'List your saved views and shared ones',
    savedView,
    { run: listViews },
  ),
  'POST /proposals/admin/views': one('views.create', 'Save a view under a name', {
    body: createViewInput,
    answer: savedView,
    status: 201,
    refuses: [409],
    run: createView,
  }),
  'DELETE /proposals/admin/views/{id}': none('views.delete', 'Delete a saved view of yours', {
    run: deleteView,
  }),
});
