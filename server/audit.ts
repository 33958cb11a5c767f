import { randomUUID } from 'node:crypto';
import type { AuditAction, AuditEntity } from '#domain/audit/rules.ts';
import type { Context } from './context.ts';
import { toFieldChanges, type FieldChange } from './db/changes.ts';
import type { Executor } from './db/open.ts';
import { foldedWords } from './db/search.ts';
import { insertRows } from './db/statement.ts';

/** Who acts, when, and from where; only requests have an address. */
type Acting = Pick<Context, 'actor' | 'clock'> & { address?: string };
/**
 * `before` and `after`: the rows, or the relevant part of them; without `before` the row is new,
 * without `after` it was deleted. Or fields by name: a pair of before and after, or the new value.
 */
type Changes = { before?: object | null; after?: object | null } | Record<string, unknown>;

/** Bounded, because every three letters of it are indexed. */
const SEARCHED_CHARS = 1500;

/**
 * Records who did what, in the transaction that does it: trust I6. Unchanged fields are omitted,
 * long texts become a digest; passwords, codes and tokens are never logged.
 */
export async function audit(
  tx: Executor,
  acting: Acting,
  action: AuditAction,
  entity: AuditEntity,
  entityId: string,
  changes: Changes = {},
): Promise<void> {
  await auditAll(tx, acting, action, entity, [{ id: entityId, changes }]);
}

type Entry = { id: string; changes: Changes };

/** The same for many at once: one statement and one timestamp. */
export async function auditAll(
  tx: Executor,
  acting: Acting,
  action: AuditAction,
  entity: AuditEntity,
  entries: Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  const now = acting.clock();
  const rows = entries.map((entry) =>
    toRow({ ...acting, clock: () => now }, action, entity, entry),
  );
  await insertRows(tx, 'audit_log', rows);
}

function toRow(
  { actor, clock, address }: Acting,
  action: AuditAction,
  entity: AuditEntity,
  entry: Entry,
) {
  const name = actor.name ?? null;
  const changes = toFieldChanges(entry.changes);
  return {
    id: randomUUID(),
    at: clock(),
    actor_id: actor.id ?? null,
    actor_name: name,
    ip: address ?? null,
    action,
    subject: entity,
    subject_id: entry.id,
    changes: JSON.stringify(changes),
    search_text: searchTextOf([name, action, entity, address ?? null], changes),
  };
}

function searchTextOf(facts: (string | null)[], changes: FieldChange[]): string {
  const values = changes.flatMap(({ field, before, after }) => [field, before, after].flat());
  const texts = values.filter((value) => typeof value === 'string');
  return foldedWords([...facts, ...texts].filter(Boolean).join(' '))
    .join(' ')
    .slice(0, SEARCHED_CHARS)
    .toWellFormed();
}
