/** Pages, counts and exports of proposals; only the rows of a page are joined with the rest. */
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { FundingStage } from '#domain/proposals/rules.ts';
import type { ListProposalsQuery, ProposalFilters } from '#domain/proposals/schema.ts';
import { foldText } from '#domain/fold-text.ts';
import type { Db, Executor } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import * as lists from '../db/lists.ts';
import { wordsOf } from '../db/search.ts';
import { withRelations, type ListedRow, type Scope } from './store.ts';

type Filters = Omit<ProposalFilters, 'sort'>;

const PROGRAM = { table: 'programs', key: 'program_id' } as const;

/** What is more than a column of the proposal itself. */
const ORDERS: Record<string, lists.Order> = {
  program: { columns: ['title_key', 'id'], of: PROGRAM },
  deadline_date: { columns: ['deadline_date', 'id'], of: PROGRAM },
  applicant: {
    columns: ['applicant_first_name_key', 'applicant_last_name_key', 'user_id'],
  },
};

async function toListQuery(
  db: Executor,
  scope: Scope,
  { q, sort, ...filters }: ProposalFilters,
): Promise<lists.ListQuery> {
  const leads = scope === 'all' ? 'unless searched' : undefined;
  const equal = (column: string, value: unknown): lists.Filter => ({
    column,
    value,
    ...(leads && { leads }),
  });
  return {
    table: 'proposals',
    filters: [
      ...(scope === 'all'
        ? []
        : [{ column: 'user_id', value: scope.ownerId, leads: 'always' } as const]),
      equal('program_id', filters.program_id),
      equal('business_sector', filters.sector),
      equal('region', filters.region),
      equal('funding_stage', filters.funding_stage),
      equal('is_approved', filters.is_approved),
    ],
    q,
    alternatives: await programsWith(db, wordsOf(q)),
    sort,
    order: ORDERS[sort.replace(/^-/, '')],
  };
}

/** A word may also be in the title of the proposal's program. */
async function programsWith(
  db: Executor,
  words: string[],
): Promise<Map<string, Expression<SqlBool>>> {
  if (words.length === 0) return new Map();
  const titles = (await db.selectFrom('programs').select(['id', 'title']).execute()).map(
    ({ id, title }) => ({ id, folded: foldText(title) }),
  );
  const found = words.map((word) => {
    const ids = titles.filter(({ folded }) => folded.includes(word)).map(({ id }) => id);
    return [word, ids] as const;
  });
  return new Map(
    found
      .filter(([, ids]) => ids.length > 0)
      .map(([word, ids]) => [word, sql<SqlBool>`proposals.program_id in (${sql.join(ids)})`]),
  );
}

export async function countProposals(db: Db, scope: Scope, filters: Filters): Promise<number> {
  return lists.countRows(db, await toListQuery(db.read, scope, { ...filters, sort: 'created_at' }));
}

/** The ids of a window in `sort` order. */
export async function findProposalIds(
  db: Db,
  scope: Scope,
  query: ListProposalsQuery,
  window: lists.Window,
): Promise<string[]> {
  return lists.findIds(db, await toListQuery(db.read, scope, query), window);
}

/** The rows of these ids that are still there, in their order. */
export async function getProposals(
  db: Executor,
  scope: Scope,
  ids: string[],
): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  let query = withRelations(db).where('proposals.id', 'in', ids);
  if (scope !== 'all') query = query.where('proposals.user_id', '=', scope.ownerId);
  return lists.inOrder(ids, await query.execute());
}

const newestFirst = <T extends 'proposals' | 'programs', O>(
  query: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> =>
  query.orderBy(sql.ref('proposals.created_at'), 'desc').orderBy(sql.ref('proposals.id'), 'desc');

export type ExportRow = {
  id: string;
  created_at: Date;
  business_sector: string;
  funding_stage: FundingStage;
  is_approved: boolean;
  title: string;
  applicant_first_name: string;
  applicant_last_name: string;
};

/** The next rows of an export, newest first, after the last one of the batch before. */
export async function listForExport(
  db: Db,
  filters: Filters,
  after: Place | undefined,
  limit: number,
): Promise<ExportRow[]> {
  const page = nextPage(db, await exportQuery(db, filters), after, limit);
  const rows = db.read
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .select([
      'proposals.id',
      'proposals.created_at',
      'business_sector',
      'funding_stage',
      'is_approved',
      'title',
      'applicant_first_name',
      'applicant_last_name',
    ])
    .where('proposals.id', 'in', page);
  return newestFirst(rows).execute();
}

/** The same with all that is known of each. */
export async function listWhole(
  db: Db,
  filters: Filters,
  after: Place | undefined,
  limit: number,
): Promise<WholeRow[]> {
  const page = nextPage(db, await exportQuery(db, filters), after, limit);
  const rows = wholeRows(db.read).where('proposals.id', 'in', page);
  return newestFirst(rows).execute();
}

const wholeRows = (db: Executor) =>
  withRelations(db)
    .select(['proposals.business_description', 'proposals.receipt_number'])
    .select(['pitch_deck.sha256 as pitch_deck_sha256', 'financials.sha256 as financials_sha256']);

export type WholeRow = Awaited<ReturnType<ReturnType<typeof wholeRows>['executeTakeFirstOrThrow']>>;

/** Where a batch ended. */
export type Place = Pick<ExportRow, 'created_at' | 'id'>;

const exportQuery = (db: Db, filters: Filters): Promise<lists.ListQuery> =>
  toListQuery(db.read, 'all', { ...filters, sort: '-created_at' });

/** The ids of a batch. */
function nextPage(db: Db, query: lists.ListQuery, after: Place | undefined, limit: number) {
  const matching = lists
    .scan(db, query, true)
    .reduce((narrowed, condition) => narrowed.where(condition), db.read.selectFrom('proposals'))
    .select('proposals.id');
  const page = after
    ? matching.where((eb) =>
        eb(
          eb.refTuple('proposals.created_at', 'proposals.id'),
          '<',
          eb.tuple(after.created_at, after.id),
        ),
      )
    : matching;
  return newestFirst(page).limit(limit);
}
