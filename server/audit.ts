import { randomUUID } from 'node:crypto';
import type { Context } from './context.ts';
import { changedFields, type FieldChange } from './db/changes.ts';
import type { Executor } from './db/open.ts';
import { toSearchText } from './db/search.ts';

/** Who acts, when, and from where; an address is only known of a request. */
export type Acting = Pick<Context, 'actor' | 'clock'> & { address?: string };
/** The rows, or what of them is to be told: without `before` it is new, without `after` gone. */
export type States = { before?: object | null; after?: object | null };

/** Bounded, because each three letters of it stand in an index. */
const SEARCHED_CHARS = 1500;

/**
 * Writes who did what, in the transaction that does it: trust I6. Fields that did not change are
 * left out, long texts become a digest; passwords, codes and tokens never stand in it.
 */
export async function audit(
  tx: Executor,
  { actor, clock, address }: Acting,
  action: string,
  entity: string,
  entityId: string,
  { before, after }: States = {},
): Promise<void> {
  const changes = changedFields(before, after);
  const name = actor.name ?? null;
  await tx
    .insertInto('audit_log')
    .values({
      id: randomUUID(),
      at: clock(),
      actor_id: actor.id ?? null,
      actor_name: name,
      ip: address ?? null,
      action,
      subject: entity,
      subject_id: entityId,
      changes: JSON.stringify(changes),
      search_text: searchTextOf([name, action, entity, address ?? null], changes),
    })
    .execute();
}

function searchTextOf(facts: (string | null)[], changes: FieldChange[]): string {
  const values = changes.flatMap(({ field, before, after }) => [field, before, after].flat());
  const texts = values.filter((value) => typeof value === 'string');
  return toSearchText(...facts, ...texts)
    .slice(0, SEARCHED_CHARS)
    .toWellFormed();
}
