/** What of a proposal is read for its judge; the service decides who sees which part. */
import { sql } from 'kysely';
import type { Answer } from '#domain/questions/schema.ts';
import type { Executor } from '../db/open.ts';
import type { CoveredTexts } from '../db/tables.ts';
import { listAnswersOf } from '../questions/store.ts';
import { peopleOf, type Person } from '../members/store.ts';
import type { ReviewRow } from './review-store.ts';

const entered = (db: Executor) =>
  db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .leftJoin('redactions', (join) =>
      join
        .onRef('redactions.round_id', '=', 'entries.round_id')
        .onRef('redactions.proposal_id', '=', 'entries.proposal_id'),
    )
    .select(['entries.proposal_id', 'proposals.business_name'])
    .select(['proposals.business_location', 'proposals.business_website', 'entries.region'])
    .select(['proposals.business_sector', 'redactions.text as redaction'])
    .select(['redactions.is_exact', 'proposals.rich_text_mark', 'entries.covered'])
    .select(['users.first_name', 'users.last_name', 'users.phone_number'])
    .select(sql<string>`coalesce(users.email, '')`.as('email'));

type Row = Awaited<ReturnType<ReturnType<typeof entered>['execute']>>[number];
/** Empty in lists, which show neither. */
type Texts = { business_description: string; answers: Answer[]; members: Person[] };
export type JudgedRow = Row & Texts;

/** By review; `isWhole`: with descriptions and answers, which are long. */
export async function findJudged(
  db: Executor,
  reviews: readonly Pick<ReviewRow, 'id'>[],
  isWhole: boolean,
): Promise<Map<string, JudgedRow>> {
  const ids = reviews.map(({ id }) => id);
  const query = entered(db)
    .innerJoin('judge_reviews', 'judge_reviews.entry_id', 'entries.id')
    .select('judge_reviews.id as review_id')
    .where('judge_reviews.id', 'in', ids);
  const rows = isWhole
    ? await withTexts(db, await query.select('proposals.business_description').execute())
    : await withoutTexts(db, await query.execute());
  return new Map(rows.map((row) => [row.review_id, row]));
}

/** As judges of blind rounds have them, by entry. */
export async function listBlind(db: Executor, proposalIds: string[]) {
  const rows = await entered(db)
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['entries.id as entry_id', 'proposals.business_description'])
    .where('entries.proposal_id', 'in', proposalIds)
    .where('rounds.is_blind', '=', true)
    .execute();
  return withTexts(db, rows);
}

export const keepCovered = (tx: Executor, entryId: string, texts: CoveredTexts) =>
  tx
    .updateTable('entries')
    .set({ covered: JSON.stringify(texts) })
    .where('id', '=', entryId)
    .execute();

async function withoutTexts<R extends Row>(db: Executor, rows: R[]): Promise<(R & Texts)[]> {
  const members = await peopleIn(db, rows);
  const empty = { business_description: '', answers: [] };
  return rows.map((row) => ({ ...row, ...empty, members: members.get(row.proposal_id!) ?? [] }));
}

const peopleIn = (db: Executor, rows: Pick<Row, 'proposal_id'>[]) =>
  peopleOf(
    db,
    rows.map(({ proposal_id }) => proposal_id!),
  );

async function withTexts<R extends Row & Pick<Texts, 'business_description'>>(
  db: Executor,
  rows: R[],
): Promise<(R & Texts)[]> {
  const answers = await listAnswersOf(
    db,
    rows.map(({ proposal_id }) => proposal_id!),
  );
  // Judges see nothing of files: neither that there is one, nor its name.
  const shown = (id: string) => (answers.get(id) ?? []).filter(({ kind }) => kind !== 'file');
  const members = await peopleIn(db, rows);
  return rows.map((row) => ({
    ...row,
    answers: shown(row.proposal_id!),
    members: members.get(row.proposal_id!) ?? [],
  }));
}
