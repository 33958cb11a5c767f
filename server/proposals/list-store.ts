/** Pages, counts and exports of proposals; only the rows of a page are joined with the rest. */
import {
  sql,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import type { FundingStage } from '#domain/proposals/rules.ts';
import type { Decision } from '#domain/proposals/decision-rules.ts';
import type { ListProposalsQuery, ProposalFilters } from '#domain/proposals/schema.ts';
import { foldText } from '#domain/fold-text.ts';
import type { Db, Executor } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import * as lists from '../db/lists.ts';
import { wordsOf } from '../db/search.ts';
import { withRelations, type ListedRow, type Scope } from './store.ts';

/** Filters with everything in them that depends on who asks. */
export type Filters = Partial<
  Omit<ProposalFilters, 'sort' | 'assigned_to' | 'unread'> & {
    /** An admin's id; null: nobody. */
    assigned_to: { id: string | null };
    /** Read by this admin, or not. */
    read: { by: string; is: boolean };
    /** Only these. */
    ids: string[] | undefined;
  }
>;
type Sorted = Filters & Pick<ListProposalsQuery, 'sort'>;

const PROGRAM = { table: 'programs', key: 'program_id' } as const;

/** What is more than a column of the proposal itself. */
const ORDERS: Record<string, lists.Order> = {
  // A proposal is created when it is received.
  received_at: { columns: ['created_at'] },
  program: { columns: ['title_key', 'id'], of: PROGRAM },
  deadline_date: { columns: ['deadline_date', 'id'], of: PROGRAM },
  applicant: {
    columns: ['applicant_first_name_key', 'applicant_last_name_key', 'user_id'],
  },
};

async function toListQuery(
  db: Db,
  scope: Scope,
  { q, sort, ...filters }: Sorted,
): Promise<lists.ListQuery> {
  return lists.withHits(db, {
    table: 'proposals',
    filters: [
      ...(scope === 'all'
        ? []
        : [{ column: 'user_id', value: scope.ownerId, leads: 'always' } as const]),
      ...toFilters(filters, scope, /^-?(created|received)_at$/.test(sort)),
    ],
    q,
    alternatives: await programsWith(db.read, wordsOf(q)),
    conditions: [
      ...(filters.read ? [readCondition(filters.read)] : []),
      ...(filters.ids ? [sql<SqlBool>`proposals.id in (${sql.join(filters.ids)})`] : []),
    ],
    sort,
    order: ORDERS[sort.replace(/^-/, '')],
  });
}

/** The days lead only where they are in the order asked. */
function toFilters(filters: Filters, scope: Scope, isByDate: boolean): lists.Filter[] {
  // Few of those that match the others have been read.
  const leads = filters.read?.is ? 'never' : scope === 'all' && 'unless searched';
  const equal = (column: string, value: unknown): lists.Filter => ({
    column,
    value,
    ...(leads && { leads }),
  });
  const { assigned_to: assignee } = filters;
  const days = { column: 'created_at', ...(isByDate && { leads: 'always' as const }) };
  return [
    { column: 'user_id', value: filters.applicant_id, leads: 'always' },
    equal('program_id', filters.program_id),
    equal('business_sector', filters.sector),
    equal('region', filters.region),
    equal('funding_stage', filters.funding_stage),
    equal('is_approved', filters.is_approved),
    equal('decision', filters.decision),
    equal('flagged', filters.flagged),
    { ...equal('assigned_to', assignee?.id), ...(assignee?.id === null && { is: 'is null' }) },
    { ...days, is: '>=', value: filters.received_from },
    { ...days, is: '<', value: filters.received_to },
  ];
}

function readCondition({ by, is }: NonNullable<Filters['read']>): Expression<SqlBool> {
  return is
    ? sql<SqlBool>`proposals.id in (select proposal_id from proposal_reads where user_id = ${by})`
    : sql<SqlBool>`not exists (select 1 from proposal_reads where user_id = ${by} and proposal_id = proposals.id)`;
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
  return lists.countRows(db, await toListQuery(db, scope, { ...filters, sort: 'created_at' }));
}

/** How many of those that match the admin has read: led by what was read, which is less. */
export async function countRead(db: Db, filters: Filters, userId: string): Promise<number> {
  const { from, conditions } = await readSource(db, filters, userId);
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from ${from} where ${sql.join(conditions, sql` and `)}`.execute(
    db.read,
  );
  return rows[0]!.total;
}

/** Proposals to count in a statement of one's own. */
export type Source = { from: RawBuilder<unknown>; conditions: Expression<SqlBool>[] };

/**
 * Those that match. Few are led to by what they are filtered by; of many, each text is looked into
 * on the way.
 */
export async function matchingSource(db: Db, filters: Filters, areFew: boolean): Promise<Source> {
  const query = await toListQuery(db, 'all', { ...filters, sort: 'business_name' });
  const conditions = areFew ? lists.lookup(db, query) : lists.scan(db, query, true);
  return { from: sql`proposals`, conditions };
}

/** Those that match and that the admin has read. */
export async function readSource(db: Db, filters: Filters, userId: string): Promise<Source> {
  const query = await toListQuery(db, 'all', { ...filters, sort: 'business_name' });
  return {
    from: sql`proposal_reads cross join proposals`,
    conditions: [
      sql<SqlBool>`proposal_reads.user_id = ${userId}`,
      sql<SqlBool>`proposals.id = proposal_reads.proposal_id`,
      ...lists.scan(db, query, true),
    ],
  };
}

/** The number of all that match, and, where they are `most` at most, their ids as asked. */
export async function findMatching(
  db: Db,
  { read, sort, ...filters }: Sorted,
  most: number,
): Promise<{ total: number; ids: string[] }> {
  const readOnes = read ? await countRead(db, filters, read.by) : 0;
  const all = read?.is ? 0 : await countProposals(db, 'all', filters);
  const total = read?.is ? readOnes : all - readOnes;
  if (total > most) return { total, ids: [] };
  const query: Sorted = { ...filters, ...(read && { read }), sort };
  return { total, ids: await findProposalIds(db, 'all', query, { skip: 0, limit: most, total }) };
}

/** The ids of a window in `sort` order. */
export async function findProposalIds(
  db: Db,
  scope: Scope,
  query: Sorted,
  window: lists.Window,
): Promise<string[]> {
  return lists.findIds(db, await toListQuery(db, scope, query), window);
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
  decision: Decision;
  title: string;
  applicant_first_name: string;
  applicant_last_name: string;
};

/** The next rows of an export, newest first, after the last one of the batch before. */
export async function listForExport(
  db: Db,
  query: lists.ListQuery,
  after: Place | undefined,
  limit: number,
): Promise<ExportRow[]> {
  return nextRows(db, query, after, limit)
    .select([
      'proposals.id',
      'proposals.created_at',
      'business_sector',
      'funding_stage',
      'is_approved',
      'decision',
      'applicant_first_name',
      'applicant_last_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('programs')
        .select('title')
        .whereRef('programs.id', '=', 'proposals.program_id')
        .$asScalar()
        .$notNull()
        .as('title'),
    )
    .execute();
}

/** The same with all that is known of each. */
export async function listWhole(
  db: Db,
  query: lists.ListQuery,
  after: Place | undefined,
  limit: number,
): Promise<WholeRow[]> {
  const page = nextRows(db, query, after, limit).select('proposals.id');
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

/** For all batches of an export: what its words find is looked up once, at its beginning. */
export const exportQuery = (db: Db, filters: Filters): Promise<lists.ListQuery> =>
  toListQuery(db, 'all', { ...filters, sort: '-created_at' });

/**
 * The rows of a batch, by one walk along the index by date. A join would let the planner begin with
 * the programs, and a lookup of ids reads each row at two more places: with 1,000,000 rows that is
 * the disk's time.
 */
function nextRows(db: Db, query: lists.ListQuery, after: Place | undefined, limit: number) {
  const matching = lists
    .scan(db, query, true)
    .reduce((narrowed, condition) => narrowed.where(condition), db.read.selectFrom('proposals'));
  const rows = after
    ? matching.where((eb) =>
        eb(
          eb.refTuple('proposals.created_at', 'proposals.id'),
          '<',
          eb.tuple(after.created_at, after.id),
        ),
      )
    : matching;
  return newestFirst(rows).limit(limit);
}
