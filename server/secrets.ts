import { randomBytes } from 'node:crypto';
import type { Db } from './db/open.ts';

/**
 * A secret of 256 bits that all instances share: made by the first that asks, kept in the database.
 */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  await db.read
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.read
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
