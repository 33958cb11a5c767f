/** Every SQL statement about drafts and the documents that wait in them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../db/open.ts';

/**
 * The applicant's draft for the program, made where there is none, and held until the transaction
 * ends: of several at once one makes it and the others find it. Fails as a foreign key does where
 * the program is gone.
 */
export async function findOrInsertDraft(
  tx: Executor,
  owner: { userId: string; programId: string },
  now: Date,
): Promise<{ id: string }> {
  return tx
    .insertInto('drafts')
    .values({
      id: randomUUID(),
      user_id: owner.userId,
      program_id: owner.programId,
      business_name: null,
      business_location: null,
      business_website: null,
      business_description: null,
      rich_text_mark: '',
      created_at: now,
      saved_at: now,
      version: 1,
      reminded_at: null,
    })
    .onConflict((conflict) =>
      // An update that changes nothing, because it holds the row and answers its id.
      conflict.columns(['user_id', 'program_id']).doUpdateSet({ version: sql`drafts.version` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}
