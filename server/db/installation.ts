import { randomUUID } from 'node:crypto';
import type { Executor } from './open.ts';

const PLACE = 1;

/**
 * The id of this installation: made by the first instance that asks, kept in the database, and in
 * its backups.
 */
export async function installationId(db: Executor, now: Date): Promise<string> {
  const row = { place: PLACE, id: randomUUID(), created_at: now };
  await db
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) => conflict.column('place').doNothing())
    .execute();
  return (
    await db
      .selectFrom('installation')
      .select('id')
      .where('place', '=', PLACE)
      .executeTakeFirstOrThrow()
  ).id;
}
