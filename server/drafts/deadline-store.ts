/** Every SQL statement about drafts whose program gets another deadline. */
import type { Executor } from '../db/open.ts';
import { isExtendedBeyond } from '../extensions/store.ts';
import { isWaiting } from './store.ts';

/** Drafts of a program: those that are not submitted, and those that wait for documents. */
export async function countDrafts(
  db: Executor,
  programId: string,
): Promise<{ open: number; waiting: number }> {
  const rows = await db
    .selectFrom('drafts')
    .select((eb) => [isWaiting().as('waits'), eb.fn.countAll<number>().as('count')])
    .where('program_id', '=', programId)
    .groupBy('waits')
    .execute();
  const count = (waits: boolean) =>
    Number(rows.find((row) => Boolean(row.waits) === waits)?.count ?? 0);
  return { open: count(false), waiting: count(true) };
}

/** Drafts that are not submitted, of people without an extension that lasts beyond `beyond`. */
const open = (db: Executor, programId: string, beyond: Date) =>
  db
    .selectFrom('drafts')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .where('drafts.program_id', '=', programId)
    .where('users.is_active', '=', true)
    .where(({ not }) => not(isWaiting()))
    .where(({ not }) => not(isExtendedBeyond(beyond)));

/** Everybody with a draft that is not submitted, whose own deadline moves within `beyond`. */
export const listOpenDrafts = (db: Executor, programId: string, beyond: Date) =>
  open(db, programId, beyond)
    .leftJoin('extensions', (join) =>
      join
        .onRef('extensions.program_id', '=', 'drafts.program_id')
        .onRef('extensions.user_id', '=', 'drafts.user_id'),
    )
    .select(['drafts.id', 'users.email', 'users.first_name', 'extensions.extended_until'])
    .execute();

export async function countOpenDrafts(
  db: Executor,
  programId: string,
  beyond: Date,
): Promise<number> {
  const { total } = await open(db, programId, beyond)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whoever was reminded of another deadline is reminded of the new one. */
export async function forgetReminders(
  tx: Executor,
  programId: string,
  beyond: Date,
): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({ reminded_at: null })
    .where('program_id', '=', programId)
    .where('reminded_at', 'is not', null)
    .where(({ not }) => not(isExtendedBeyond(beyond)))
    .execute();
}
