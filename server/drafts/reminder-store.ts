/** Every SQL statement about reminders of deadlines. */
import type { Db, Executor } from '../db/open.ts';
import { lockRows } from '../db/open.ts';
import { closesAfter } from '../extensions/store.ts';
import { findWaiting } from '../receipts/store.ts';
import { isWaiting } from './store.ts';

type Window = { now: Date; closesBefore: Date; savedBefore: Date };

/** Drafts of programs that close soon, whose owners want a reminder and have not had one. */
export async function listDue(
  db: Executor,
  { now, closesBefore, savedBefore }: Window,
  limit: number,
): Promise<{ id: string }[]> {
  return db
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .select('drafts.id')
    .where('drafts.reminded_at', 'is', null)
    .where('drafts.saved_at', '<=', savedBefore)
    .where(closesAfter(now))
    .where(({ not }) => not(closesAfter(closesBefore)))
    .where('users.is_active', '=', true)
    .where('users.wants_reminders', '=', true)
    .where(({ not }) => not(isWaiting()))
    .limit(limit)
    .execute();
}

/**
 * True only for the first caller, unless the draft was submitted in the meantime; others wait until
 * its transaction ends.
 */
export async function markReminded(db: Db, tx: Executor, id: string, now: Date): Promise<boolean> {
  const open = tx.selectFrom('drafts').select('id').where('id', '=', id);
  const held = await lockRows(db, open.where('reminded_at', 'is', null)).executeTakeFirst();
  if (!held || (await findWaiting(tx, id))) return false;
  await tx.updateTable('drafts').set({ reminded_at: now }).where('id', '=', id).execute();
  return true;
}

const COLUMNS = [
  'drafts.id',
  'drafts.user_id',
  'drafts.program_id',
  'drafts.business_name',
  'drafts.business_location',
  'programs.title',
  'programs.deadline_date',
  'extensions.extended_until',
  'users.email',
  'users.first_name',
] as const;

export async function findReminded(tx: Executor, id: string) {
  return tx
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .leftJoin('extensions', (join) =>
      join
        .onRef('extensions.program_id', '=', 'drafts.program_id')
        .onRef('extensions.user_id', '=', 'drafts.user_id'),
    )
    .select(COLUMNS)
    .where('drafts.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** True if reminders were on until now. */
export async function stopReminders(tx: Executor, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((eb) => ({
      wants_reminders: false,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', userId)
    .where('wants_reminders', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
