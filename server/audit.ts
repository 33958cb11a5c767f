import { randomUUID } from 'node:crypto';
import type { Context } from './context.ts';
import type { Executor } from './db/open.ts';

/**
 * Writes who did what, in the transaction that does it: trust I6. `changes` holds no passwords,
 * codes or tokens.
 */
export async function audit(
  tx: Executor,
  context: Pick<Context, 'actor' | 'clock'>,
  action: string,
  subject: string,
  subjectId: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  await auditAll(tx, context, action, subject, [{ id: subjectId, changes }]);
}

/** The same of many subjects: one statement. */
export async function auditAll(
  tx: Executor,
  context: Pick<Context, 'actor' | 'clock'>,
  action: string,
  subject: string,
  entries: { id: string; changes: Record<string, unknown> }[],
): Promise<void> {
  if (entries.length === 0) return;
  const at = context.clock();
  const rows = entries.map(({ id, changes }) => ({
    id: randomUUID(),
    at,
    actor_id: context.actor.id ?? null,
    action,
    subject,
    subject_id: id,
    changes: JSON.stringify(changes),
  }));
  await tx.insertInto('audit_log').values(rows).execute();
}
