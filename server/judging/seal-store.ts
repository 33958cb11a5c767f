import type { NewRow, Row } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';

export async function insertSeal(tx: Executor, row: NewRow<'seals'>): Promise<void> {
  await tx.insertInto('seals').values(row).execute();
}

export async function withdrawSeals(
  tx: Executor,
  roundId: string,
  changes: { withdrawn_at: Date; reason: string },
): Promise<void> {
  await tx
    .updateTable('seals')
    .set(changes)
    .where('round_id', '=', roundId)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** The seal that stands. */
export const findSeal = (db: Executor, roundId: string): Promise<Row<'seals'> | undefined> =>
  db
    .selectFrom('seals')
    .selectAll()
    .where('round_id', '=', roundId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();

/** Entries of a round, absent ones too, with what a release changes and whom it tells. */
export const listReleased = (db: Executor, roundId: string) =>
  db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['entries.id as entry_id', 'entries.outcome', 'entries.rank', 'entries.score'])
    .select(['entries.funding_stage as given_stage', 'proposals.id', 'proposals.business_name'])
    .select(['proposals.decision', 'proposals.decline_reason', 'proposals.funding_stage'])
    .select(['entries.amount', 'entries.key', 'proposals.receipt_number'])
    .select(['users.email', 'users.first_name', 'entries.state'])
    .where('entries.round_id', '=', roundId)
    .where(({ eb, or, and }) =>
      or([
        eb('entries.state', '=', 'absent'),
        and([eb('entries.state', '=', 'in'), eb('entries.outcome', 'is not', null)]),
      ]),
    )
    .orderBy('entries.rank')
    .execute();
export type ReleasedRow = Awaited<ReturnType<typeof listReleased>>[number];

export async function listDueReleases(db: Executor, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('state', '=', 'sealed')
    .where('release_at', '<=', now)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listDueClosings(db: Executor, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('state', '=', 'open')
    .where('closes_at', '<=', now)
    .execute();
  return rows.map(({ id }) => id);
}

/** When the next round closes by itself, which the public record shows. */
export async function nextClosingAt(db: Executor, now: Date): Promise<Date | undefined> {
  const query = db.selectFrom('rounds').select('closes_at').where('state', '=', 'open');
  const row = await query
    .where('closes_at', '>', now)
    .orderBy('closes_at')
    .limit(1)
    .executeTakeFirst();
  return row?.closes_at ?? undefined;
}

export async function nextRoundAt(db: Executor): Promise<Date | undefined> {
  const closing = await db
    .selectFrom('rounds')
    .select('closes_at as at')
    .where('state', '=', 'open')
    .orderBy('closes_at')
    .limit(1)
    .executeTakeFirst();
  const release = await db
    .selectFrom('rounds')
    .select('release_at as at')
    .where('state', '=', 'sealed')
    .where('release_at', 'is not', null)
    .orderBy('release_at')
    .limit(1)
    .executeTakeFirst();
  const times = [closing?.at, release?.at].filter((at) => at instanceof Date);
  return times.sort((one, other) => one.getTime() - other.getTime())[0];
}
