/** What of a proposal is read for its judge; the service decides who sees which part. */
import type { Executor } from '../db/open.ts';
import type { ReviewRow } from './review-store.ts';

const judged = (db: Executor) =>
  db
    .selectFrom('judge_reviews')
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .leftJoin('redactions', (join) =>
      join
        .onRef('redactions.round_id', '=', 'entries.round_id')
        .onRef('redactions.proposal_id', '=', 'entries.proposal_id'),
    )
    .select(['judge_reviews.id', 'entries.proposal_id', 'proposals.business_name'])
    .select(['proposals.business_location', 'proposals.business_website', 'entries.region'])
    .select(['proposals.business_sector', 'redactions.text as redaction'])
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.phone_number']);

type Row = Awaited<ReturnType<ReturnType<typeof judged>['execute']>>[number];
export type JudgedRow = Row & { business_description: string };

/** By review; `isWhole`: with descriptions, which are long. */
export async function findJudged(
  db: Executor,
  reviews: readonly Pick<ReviewRow, 'id'>[],
  isWhole: boolean,
): Promise<Map<string, JudgedRow>> {
  const ids = reviews.map(({ id }) => id);
  const query = judged(db).where('judge_reviews.id', 'in', ids);
  const rows = isWhole
    ? await query.select('proposals.business_description').execute()
    : (await query.execute()).map((row) => ({ ...row, business_description: '' }));
  return new Map(rows.map((row) => [row.id, row]));
}
