/** What only pitch rounds ask of the database. */
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';

export type VersionRow = Row<'review_versions'>;

/** As they were received. */
export async function listVersionsOf(db: Executor, reviewIds: readonly string[]) {
  if (reviewIds.length === 0) return [];
  return db
    .selectFrom('review_versions')
    .selectAll()
    .where('review_id', 'in', reviewIds)
    .orderBy('seq')
    .execute();
}

type Judge = { round_id: string; judge_id: string };

const ofRound = (db: Executor, roundId: string) =>
  db
    .selectFrom('review_versions')
    .innerJoin('judge_reviews', 'judge_reviews.id', 'review_versions.review_id')
    .where('judge_reviews.round_id', '=', roundId);

/** Which of these keys of a judge came before in the round, each with its review. */
export async function listKeys(
  tx: Executor,
  { round_id, judge_id }: Judge,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await ofRound(tx, round_id)
    .select(['client_key', 'review_id'])
    .where('judge_id', '=', judge_id)
    .where('client_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.client_key!, row.review_id]));
}

/**
 * Of all that came late, what is from before the closing counts now; of who is out of the round it
 * waits for them, as what they send from now on. Returns the reviews of what counts.
 */
export async function countLate(tx: Executor, roundId: string, closedAt: Date) {
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
  const { taken = [], waiting = [] } = Object.groupBy(rows, ({ seated }) =>
    seated === null ? 'waiting' : 'taken',
  );
  await changeVersions(tx, taken, { is_counted: true });
  await changeVersions(tx, waiting, { result: 'saved' });
  return new Set(taken.map(({ review_id }) => review_id));
}

/** What a judge has sent while they were out counts; returns the reviews that it is of. */
export async function takeWaiting(tx: Executor, { round_id, judge_id }: Judge) {
  const rows = await ofRound(tx, round_id)
    .select(['review_versions.id', 'review_id'])
    .where('judge_id', '=', judge_id)
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

export const pitchJudges = table('pitch_judges');

/** Notes when something was last heard of a judge, or told to them. */
export const markJudge = (tx: Executor, of: Judge, marks: Partial<Row<'pitch_judges'>>) =>
  pitchJudges.put(tx, { ...of, ...marks }, ['round_id', 'judge_id']);

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
  { round_id, judge_id }: Judge,
  since: Date | null,
) {
  const rows = await ofRound(tx, round_id)
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .select('code')
    .distinct()
    .where('judge_id', '=', judge_id)
    .where('source', '=', 'sheet')
    .where('review_versions.at', '>', since ?? new Date(0))
    .orderBy('code')
    .execute();
  return rows.map(({ code }) => code);
}

/** Rounds in which a judge has not been told yet of all that was typed in their name. */
export const listTypedRounds = (db: Executor) =>
  db
    .selectFrom('pitch_judges')
    .select('round_id')
    .distinct()
    .where('typed_at', 'is not', null)
    .where(({ eb, or, ref }) =>
      or([eb('typed_told_at', 'is', null), eb('typed_at', '>', ref('typed_told_at'))]),
    )
    .execute();
