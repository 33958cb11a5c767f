/** Reads the log; server/audit.ts writes it. */
import { auditEntry, listAuditQuery, type ListAuditQuery } from '#domain/audit/schema.ts';
import type { UserContext } from '../context.ts';
import { calls, list } from '../http/calls.ts';
import { readNames } from './name-store.ts';
import * as store from './store.ts';

/** The name of an actor whose account was deleted. */
const GONE = 'A person who was erased';

const presentEntry = (row: store.EntryRow, names: Map<string, string>) => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor_id === null ? null : { id: row.actor_id, name: nameIn(row) },
  action: row.action,
  entity: row.subject,
  entity_id: row.subject_id,
  entity_name: row.erased ? null : (names.get(row.subject_id) ?? null),
  ip: row.ip,
  changes: row.changes,
  ...(row.changes.some(({ field }) => field === 'planned') && { planned: true as const }),
  erased: row.erased,
});

/** The name at that time; the oldest entries have none. */
function nameIn({ actor_name, first_name, last_name }: store.EntryRow) {
  if (actor_name !== null) return actor_name;
  return first_name === null ? GONE : `${first_name} ${last_name}`.trim();
}

async function listAudit({ db, actor }: UserContext, query: ListAuditQuery) {
  const { rows, total } = await store.listEntries(db, {
    ...query,
    actor: query.actor === 'me' ? actor.id : query.actor,
  });
  const names = await readNames(db.read, rows);
  return { items: rows.map((row) => presentEntry(row, names)), total };
}

export const auditLogCalls = calls({
  'GET /audit/': list('audit.list', 'List audit entries, newest first', auditEntry, {
    query: listAuditQuery,
    run: listAudit,
  }),
});
