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
  await tx
    .insertInto('audit_log')
    .values({
      id: randomUUID(),
      at: context.clock(),
      actor_id: context.actor.id ?? null,
      action,
      subject,
      subject_id: subjectId,
      changes: JSON.stringify(changes),
    })
    .execute();
}
