import { randomUUID } from 'node:crypto';
import type { Context } from './context.ts';
import { toFieldChanges, type FieldChange } from './db/changes.ts';
import type { Executor } from './db/open.ts';
import { toSearchText } from './db/search.ts';
import { insertRows } from './db/statement.ts';

/** Who acts, when, and from where; an address is only known of a request. */
type Acting = Pick<Context, 'actor' | 'clock'> & { address?: string };
/**
 * `before` and `after`: the rows, or what of them is to be told; without `before` it is new,
 * without `after` gone. Or fields by their names: a pair of before and after, or what is new.
 */
type Told = { before?: object | null; after?: object | null } | Record<string, unknown>;

/** Bounded, because each three letters of it stand in an index. */
const SEARCHED_CHARS = 1500;

/**
 * Writes who did what, in the transaction that does it: trust I6. Fields that did not change are
 * left out, long texts become a digest; passwords, codes and tokens never stand in it.
 */
export async function audit(
  tx: Executor,
  acting: Acting,
  action: string,
  entity: string,
  entityId: string,
  changes: Told = {},
): Promise<void> {
  await auditAll(tx, acting, action, entity, [{ id: entityId, changes }]);
}

/** The same of many at once: one statement. */
export async function auditAll(
  tx: Executor,
  { actor, clock, address }: Acting,
  action: string,
  entity: string,
  entries: { id: string; changes: Told }[],
): Promise<void> {
  if (entries.length === 0) return;
  const [at, name] = [clock(), actor.name ?? null];
  const rows = entries.map((entry) => {
    const changes = toFieldChanges(entry.changes);
    return {
      id: randomUUID(),
      at,
      actor_id: actor.id ?? null,
      actor_name: name,
      ip: address ?? null,
      action,
      subject: entity,
      subject_id: entry.id,
      changes: JSON.stringify(changes),
      search_text: searchTextOf([name, action, entity, address ?? null], changes),
    };
  });
  await insertRows(tx, 'audit_log', rows);
}

function searchTextOf(facts: (string | null)[], changes: FieldChange[]): string {
  const values = changes.flatMap(({ field, before, after }) => [field, before, after].flat());
  const texts = values.filter((value) => typeof value === 'string');
  return toSearchText(...facts, ...texts)
    .slice(0, SEARCHED_CHARS)
    .toWellFormed();
}
