import { createHmac, randomUUID } from 'node:crypto';
import type { AuditAction, AuditEntity } from '#domain/audit/rules.ts';
import type { Context } from './context.ts';
import { isDigest, toFieldChanges, type FieldChange } from './db/changes.ts';
import type { Executor } from './db/open.ts';
import { foldedWords } from './db/search.ts';
import { insertRows } from './db/statement.ts';
import { sharedSecret } from './db/installation.ts';

/** Who acts, when, and from where; only requests have an address. */
type Acting = Pick<Context, 'actor' | 'clock'> & { address?: string; isPlanned?: boolean };
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
) {
  await auditAll(tx, acting, action, entity, [{ id: entityId, changes }]);
}

/**
 * Strips words, names and addresses from entries about these subjects or by this actor; what was
 * done, when and to what stays.
 */
export async function forgetEntries(tx: Executor, subjectIds: string[], actorId?: string) {
  if (subjectIds.length === 0 && actorId === undefined) return;
  await tx
    .updateTable('audit_log')
    .set({ changes: '[]', search_text: '', actor_name: null, ip: null, erased: true })
    .where((eb) =>
      eb.or([
        ...(subjectIds.length > 0 ? [eb('subject_id', 'in', subjectIds)] : []),
        // Actions on rows that are deleted already can only be found by their actor.
        ...(actorId === undefined ? [] : [eb('actor_id', '=', actorId)]),
      ]),
    )
    .execute();
}

type Entry = { id: string; changes: Changes };

const PLANS = { announce_at: 'program', release_at: 'round', publish_at: 'post' } as const;
/** Entries of a subject among which its planner is looked for. */
const PLANNER_WITHIN = 200;

/**
 * For a job that carries out a plan (contract §8): the actor is the person who last set this field
 * of the subject, and the entries say `planned`.
 */
export async function actingForPlanner<S extends Pick<Context, 'clock'>>(
  services: S,
  tx: Executor,
  subjectId: string,
  plan: keyof typeof PLANS,
) {
  const entries = await tx
    .selectFrom('audit_log')
    .innerJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['users.id', 'users.role', 'audit_log.actor_name', 'audit_log.changes'])
    .where('audit_log.subject', '=', PLANS[plan])
    .where('audit_log.subject_id', '=', subjectId)
    .orderBy('audit_log.at', 'desc')
    .limit(PLANNER_WITHIN)
    .execute();
  const planner = entries.find(({ changes }) => changes.some(({ field }) => field === plan));
  const actor: Context['actor'] = planner
    ? { id: planner.id, role: planner.role, tokenHash: '', name: planner.actor_name ?? '' }
    : { role: 'visitor' };
  return { ...services, actor, isPlanned: true };
}

/** The same for many at once: one statement and one timestamp. */
export async function auditAll(
  tx: Executor,
  acting: Acting,
  action: AuditAction,
  entity: AuditEntity,
  entries: Entry[],
) {
  if (entries.length === 0) return;
  const now = acting.clock();
  const rows = entries.map((entry) =>
    toRow({ ...acting, clock: () => now }, action, entity, entry),
  );
  await insertRows(tx, 'audit_log', await keyDigests(tx, rows));
}

type Row = ReturnType<typeof toRow>;

/**
 * Easily guessed values, such as scores, could be recovered from a plain digest in the log. So each
 * digest is keyed with a secret, and covers its subject.
 */
async function keyDigests(tx: Executor, rows: Row[]) {
  const hasDigest = ({ changes }: Row) =>
    changes.some(({ before, after }) => isDigest(before) || isDigest(after));
  const secret = rows.some(hasDigest) ? await sharedSecret({ read: tx }, 'audit') : '';
  const keyed = (value: FieldChange['before'], { subject, subject_id }: Row, field: string) => {
    if (!isDigest(value)) return value;
    const hmac = createHmac('sha256', secret);
    const sha256 = hmac.update(`${subject} ${subject_id} ${field} ${value.sha256}`).digest('hex');
    return { ...value, sha256 };
  };
  return rows.map((row) => ({
    ...row,
    changes: JSON.stringify(
      row.changes.map(({ field, before, after }) => ({
        field,
        before: keyed(before, row, field),
        after: keyed(after, row, field),
      })),
    ),
  }));
}

function toRow(
  { actor, clock, address, isPlanned }: Acting,
  action: AuditAction,
  entity: AuditEntity,
  entry: Entry,
) {
  const name = actor.name ?? null;
  const planned = isPlanned ? [{ field: 'planned', before: null, after: true }] : [];
  const changes = [...toFieldChanges(entry.changes), ...planned];
  return {
    id: randomUUID(),
    at: clock(),
    actor_id: actor.id ?? null,
    actor_name: name,
    ip: address ?? null,
    action,
    subject: entity,
    subject_id: entry.id,
    changes,
    search_text: searchTextOf([name, action, entity, address ?? null], changes),
  };
}

function searchTextOf(facts: (string | null)[], changes: FieldChange[]) {
  const values = changes.flatMap(({ field, before, after }) => [field, before, after].flat());
  const texts = values.filter((value) => typeof value === 'string');
  return foldedWords([...facts, ...texts].filter(Boolean).join(' '))
    .join(' ')
    .slice(0, SEARCHED_CHARS)
    .toWellFormed();
}
