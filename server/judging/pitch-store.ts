/** What only pitch rounds ask of the database. */
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';

export type VersionRow = Row<'review_versions'>;

/** As they were received. */
export async function listVersionsOf(
  db: Executor,
  reviewIds: readonly string[],
): Promise<VersionRow[]> {
  if (reviewIds.length === 0) return [];
  return db
    .selectFrom('review_versions')
    .selectAll()
    .where('review_id', 'in', reviewIds)
    .orderBy('seq')
    .execute();
}

const ofRound = (db: Executor, roundId: string) =>
  db
    .selectFrom('review_versions')
    .innerJoin('judge_reviews', 'judge_reviews.id', 'review_versions.review_id')
    .where('judge_reviews.round_id', '=', roundId);

/** Which of these keys of a judge came before in the round, each with its review. */
export async function listKeys(
  tx: Executor,
  { roundId, judgeId }: { roundId: string; judgeId: string },
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await ofRound(tx, roundId)
    .select(['client_key', 'review_id'])
    .where('judge_id', '=', judgeId)
    .where('client_key', 'in', keys)
    .execute();
  return new Map(rows.map(({ client_key, review_id }) => [client_key!, review_id]));
}

/**
 * Of all that came late, what is from before the closing counts now; of who is out of the round it
 * waits for them, as what they send from now on. Returns the reviews of what counts.
 */
export async function countLate(
  tx: Executor,
  roundId: string,
  closedAt: Date,
): Promise<ReadonlySet<string>> {
  const rows = await ofRound(tx, roundId)
    .leftJoin('round_judges', (join) =>
      join
        .onRef('round_judges.round_id', '=', 'judge_reviews.round_id')
        .onRef('round_judges.judge_id', '=', 'judge_reviews.judge_id'),
    )
    .select(['review_versions.id', 'review_id', 'round_judges.judge_id as seated'])
    .where('result', '=', 'late')
    .where('is_counted', '=', false)
    .where(({ eb, fn, val }) =>
      eb('review_versions.changed_at', '<=', fn.coalesce('locked_at', val(closedAt))),
    )
    .execute();
  const taken = rows.filter(({ seated }) => seated !== null);
  await changeVersions(tx, taken, { is_counted: true });
  await changeVersions(
    tx,
    rows.filter(({ seated }) => seated === null),
    { result: 'saved' },
  );
  return new Set(taken.map(({ review_id }) => review_id));
}

/** What a judge has sent while they were out counts; returns the reviews that it is of. */
export async function takeWaiting(
  tx: Executor,
  { roundId, judgeId }: { roundId: string; judgeId: string },
): Promise<ReadonlySet<string>> {
  const rows = await ofRound(tx, roundId)
    .select(['review_versions.id', 'review_id'])
    .where('judge_id', '=', judgeId)
    .where('source', '!=', 'sheet')
    .where('result', '!=', 'late')
    .where('is_counted', '=', false)
    .execute();
  await changeVersions(tx, rows, { is_counted: true });
  return new Set(rows.map(({ review_id }) => review_id));
}

async function changeVersions(
  tx: Executor,
  rows: readonly { id: string }[],
  changes: Partial<Pick<VersionRow, 'is_counted' | 'result'>>,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.updateTable('review_versions').set(changes).where('id', 'in', ids).execute();
}

/** Of reviews that something does not count of: all that their judges have said in person. */
export const listUncounted = (db: Executor, roundId: string) =>
  ofRound(db, roundId)
    .selectAll('review_versions')
    .select(['judge_id', 'judge_reviews.state as review_state'])
    .where('source', '!=', 'sheet')
    .where('judge_reviews.state', '!=', 'recused')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('judge_reviews.state', '=', 'removed'),
        eb(
          'review_id',
          'in',
          selectFrom('judge_reviews as own')
            .innerJoin('review_versions as kept', 'kept.review_id', 'own.id')
            .select('own.id')
            .where('own.round_id', '=', roundId)
            .where('kept.is_counted', '=', false)
            .where('kept.source', '!=', 'sheet'),
        ),
      ]),
    )
    .execute();

type Marks = Partial<Omit<Row<'pitch_judges'>, 'round_id' | 'judge_id'>>;

/** Notes when something was last heard of a judge, or told to them. */
export async function markJudge(
  tx: Executor,
  of: { round_id: string; judge_id: string },
  marks: Marks,
): Promise<void> {
  await tx
    .insertInto('pitch_judges')
    .values({ ...of, ...marks })
    .onConflict((conflict) => conflict.columns(['round_id', 'judge_id']).doUpdateSet(marks))
    .execute();
}

export const pitchJudges = table('pitch_judges');

/** Entries with their applicants, in the order of the run. */
export const listPitchers = (tx: Executor, roundId: string) =>
  tx
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['entries.id', 'entries.state', 'place', 'started_at', 'told_slot_at'])
    .select(['slot_mailed_at', 'proposal_id', 'code', 'entries.region', 'ended_at'])
    .select(['business_name', 'business_sector', 'users.email'])
    .select(['users.first_name', 'users.last_name'])
    .where('round_id', '=', roundId)
    .orderBy('place')
    .execute();

/** Codes of what was typed in the judge's name since they were told. */
export async function listTypedCodes(
  tx: Executor,
  { roundId, judgeId }: { roundId: string; judgeId: string },
  since: Date | null,
): Promise<string[]> {
  const rows = await ofRound(tx, roundId)
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .select('code')
    .distinct()
    .where('judge_id', '=', judgeId)
    .where('source', '=', 'sheet')
    .where('review_versions.at', '>', since ?? new Date(0))
    .orderBy('code')
    .execute();
  return rows.map(({ code }) => code);
}

/** Rounds in which a judge has not been told yet of all that was typed in their name. */
export async function listTypedRounds(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('pitch_judges')
    .select('round_id')
    .distinct()
    .where('typed_at', 'is not', null)
    .where(({ eb, or, ref }) =>
      or([eb('typed_told_at', 'is', null), eb('typed_at', '>', ref('typed_told_at'))]),
    )
    .execute();
  return rows.map(({ round_id }) => round_id);
}
