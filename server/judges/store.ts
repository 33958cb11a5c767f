import { sql, type SqlBool } from 'kysely';
import type { ListJudgesQuery } from '#domain/judges/schema.ts';
import { isActive, UNFINISHED } from '#domain/judging/rules.ts';
import { readPage } from '../db/lists.ts';
import { lockRowsOn, type Db, type Executor } from '../db/open.ts';
import { rowsOf } from '../db/statement.ts';
import { isId, table } from '../db/table.ts';
import type { RowChanges } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { queueMails, type Mail } from '../mail/store.ts';
import { nameOf } from '../sessions/store.ts';

const query = (db: Executor) =>
  db
    .selectFrom('judges')
    .innerJoin('users', 'users.id', 'judges.user_id')
    .select(['users.id', 'first_name', 'last_name', 'email', 'phone_number', 'region'])
    .select(['city', 'digital_address', 'users.is_active', 'users.version as user_version'])
    .select(['judges.position', 'organisations', 'people', 'is_named', 'judges.state'])
    .select(['judges.created_at', 'judges.version'])
    .$narrowType<{ email: string }>();

export type JudgeRow = Awaited<ReturnType<ReturnType<typeof query>['execute']>>[number];

const ofIds = rowsOf((db, isAmong) => query(db).where(isAmong('users.id')));

export const findJudges = (db: Executor, ids: readonly string[]) => ofIds(db, ids.filter(isId));

export const findJudge = async (db: Executor, id: string): Promise<JudgeRow | undefined> =>
  (await findJudges(db, [id]))[0];

/** By their ids, each of which may come more than once. */
export async function readNames(db: Executor, ids: readonly string[]) {
  const people = await findJudges(db, [...new Set(ids)]);
  return new Map(people.map((one) => [one.id, nameOf(one)]));
}

export async function lockJudge(tx: Executor, id: string) {
  if (!isId(id)) return undefined;
  await lockRowsOn(tx, tx.selectFrom('users').select('id').where('id', '=', id)).execute();
  return findJudge(tx, id);
}

const isJudge = ({ state, round_id }: ListJudgesQuery) => {
  const inState = state === undefined ? sql`` : sql`and judges.state = ${state}`;
  const inRound =
    round_id === undefined
      ? sql``
      : sql`and exists (select 1 from round_judges where round_judges.judge_id = judges.user_id
          and round_judges.round_id = ${isId(round_id) ? round_id : null})`;
  return sql<SqlBool>`exists (select 1 from judges where judges.user_id = users.id
    ${inState} ${inRound})`;
};

export async function listJudges(db: Db, asked: ListJudgesQuery) {
  const { state: _state, round_id: _round, region, is_active, ...page } = asked;
  const filters = Object.entries({ role: 'judge', region, is_active }).map(([column, value]) => ({
    column,
    value,
  }));
  return readPage(db, { table: 'users', filters, conditions: [isJudge(asked)], ...page }, (ids) =>
    findJudges(db.read, ids),
  );
}

const openReviewsOf = rowsOf((db, isAmong) =>
  db
    .selectFrom('judge_reviews')
    .innerJoin('rounds', 'rounds.id', 'judge_reviews.round_id')
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .select(['judge_id', 'judge_reviews.state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('rounds.state', '=', 'open')
    .where('entries.state', '=', 'in')
    .where(isAmong('judge_id'))
    .groupBy(['judge_id', 'judge_reviews.state']),
);

/** Reviews of each judge in rounds that are open, without those of entries that were taken out. */
export async function countOpenReviews(db: Executor, ids: readonly string[]) {
  const rows = await openReviewsOf(db, ids);
  return ids.map((id) => {
    const own = rows.filter((row) => row.judge_id === id && isActive(row.state));
    const sum = (some: typeof own) => some.reduce((all, { count }) => all + Number(count), 0);
    return { assigned: sum(own), submitted: sum(own.filter((row) => row.state === 'submitted')) };
  });
}

export const judges = table('judges');
export const invitations = table('judge_invitations');

/** The public record names those who allow it. */
export async function changeJudge(tx: Executor, user_id: string, changes: RowChanges<'judges'>) {
  await raiseVersion(tx, 'public');
  await judges.change(tx, { user_id }, changes);
}

export const voidInvitations = (tx: Executor, judgeId: string, now: Date) =>
  tx
    .updateTable('judge_invitations')
    .set({ expires_at: now })
    .where('judge_id', '=', judgeId)
    .where('expires_at', '>', now)
    .where('answered_at', 'is', null)
    .execute();

/** Judges whose open invitation is older than the instant and was not repeated yet. */
export const listForgotten = (db: Executor, before: Date, now: Date) =>
  db
    .selectFrom('judge_invitations')
    .innerJoin('users', 'users.id', 'judge_invitations.judge_id')
    .select(['judge_id', 'token_hash'])
    .where('judge_invitations.created_at', '<', before)
    .where('expires_at', '>', now)
    .where('answered_at', 'is', null)
    .where('reminded_at', 'is', null)
    .where('users.is_active', '=', true)
    .execute();

async function listAdminEmails(db: Executor) {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('email')
    .$narrowType<{ email: string }>()
    .execute();
  return rows.map(({ email }) => email);
}

/** The same letter to everybody at the desk. */
export async function mailAdmins(tx: Executor, letter: Omit<Mail, 'to'>, now: Date) {
  const mails = (await listAdminEmails(tx)).map((to) => ({ to, ...letter }));
  await queueMails(tx, mails, now);
}

/** Rounds that the judge is in and that are not over, with how many reviews they have. */
export async function listComing(db: Executor, judgeId: string) {
  const rows = await db
    .selectFrom('round_judges')
    .innerJoin('rounds', 'rounds.id', 'round_judges.round_id')
    .innerJoin('programs', 'programs.id', 'rounds.program_id')
    .select(['rounds.name', 'rounds.closes_at', 'rounds.opened_at', 'rounds.regions'])
    .select(['rounds.position', 'rounds.reviews_per_proposal'])
    .select(['programs.title as program_title', 'programs.deadline_date'])
    .select(({ selectFrom }) =>
      selectFrom('judge_reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('judge_reviews.round_id', '=', 'rounds.id')
        .where('judge_reviews.judge_id', '=', judgeId)
        .where('judge_reviews.state', 'in', UNFINISHED)
        .as('reviews'),
    )
    .select(({ selectFrom }) => [
      selectFrom('proposals')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('proposals.program_id', '=', 'rounds.program_id')
        .as('proposals'),
      selectFrom('round_judges as panel')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('panel.round_id', '=', 'rounds.id')
        .as('judges'),
    ])
    .where('round_judges.judge_id', '=', judgeId)
    .where('rounds.state', 'in', ['draft', 'open'])
    .orderBy('rounds.closes_at')
    .execute();
  return rows.map((row) => ({
    ...row,
    reviews: Number(row.reviews),
    proposals: Number(row.proposals),
    judges: Number(row.judges),
  }));
}
