/** Pages and counts of proposals; only the rows of a page are joined with the rest. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { ListProposalsQuery, ProposalFilters } from '#domain/proposals/schema.ts';
import { foldText } from '#domain/fold-text.ts';
import { COUNTED_MATCHES } from '#domain/pages.ts';
import type { Db, Executor } from '../db/open.ts';
import * as lists from '../db/lists.ts';
import { withHits } from '../db/find-words.ts';
import { lookup, scan, type Filter, type ListQuery, type Order } from '../db/list-query.ts';
import { wordsOf } from '../db/search.ts';
import { rowsOf } from '../db/statement.ts';
import { withRelations, type ListedRow, type Scope } from './store.ts';

/** Filters in which everything about the caller is resolved. */
export type Filters = Partial<
  Omit<ProposalFilters, 'sort' | 'assigned_to' | 'unread'> & {
    /** An admin's id; null: unassigned. */
    assigned_to: { id: string | null };
    /** Whether this admin has read it. */
    read: { by: string; is: boolean };
    /** Only these proposals. */
    ids: string[] | undefined;
  }
>;
type Sorted = Filters & Pick<ListProposalsQuery, 'sort'>;

const PROGRAM = { table: 'programs', key: 'program_id' } as const;

/** Orders that are more than a column of the proposal itself. */
const ORDERS: Record<string, Order> = {
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
): Promise<ListQuery> {
  return withHits(db, {
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

/** The index by date is only used if the list is in that order. */
function toFilters(filters: Filters, scope: Scope, isByDate: boolean): Filter[] {
  // Few of the proposals that match the other filters have been read.
  const leads = filters.read?.is ? 'never' : scope === 'all' && 'unless searched';
  const equal = (column: string, value: unknown): Filter => ({
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

/** A word may also occur in the title of the proposal's program. */
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

/**
 * A search with too many matches to count returns the limit plus one: `beside` raises the limit.
 */
export async function countProposals(
  db: Db,
  scope: Scope,
  filters: Filters,
  beside = 0,
): Promise<number> {
  const query = await toListQuery(db, scope, { ...filters, sort: 'created_at' });
  return lists.countRows(db, query, filters.q && beside ? COUNTED_MATCHES + beside : undefined);
}

/** How many of the matches the admin has read: starts from what was read, which is fewer. */
export async function countRead(db: Db, filters: Filters, userId: string): Promise<number> {
  const { from, conditions } = await readSource(db, filters, userId);
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from ${from} where ${sql.join(conditions, sql` and `)}`.execute(
    db.read,
  );
  return rows[0]!.total;
}

/** A source of proposals for a caller's own aggregate query. */
export type Source = { from: RawBuilder<unknown>; conditions: Expression<SqlBool>[] };

/**
 * The matches. Few are found by an index of their filters; for many, each text is checked during
 * the scan.
 */
export async function matchingSource(
  db: Db,
  filters: Filters,
  isSmallResult: boolean,
): Promise<Source> {
  const query = await toListQuery(db, 'all', { ...filters, sort: 'business_name' });
  const conditions = isSmallResult ? lookup(db, query) : scan(db, query, true);
  return { from: sql`proposals`, conditions };
}

/** The matches that the admin has read. */
export async function readSource(db: Db, filters: Filters, userId: string): Promise<Source> {
  const query = await toListQuery(db, 'all', { ...filters, sort: 'business_name' });
  return {
    from: sql`proposal_reads cross join proposals`,
    conditions: [
      sql<SqlBool>`proposal_reads.user_id = ${userId}`,
      sql<SqlBool>`proposals.id = proposal_reads.proposal_id`,
      ...scan(db, query, true),
    ],
  };
}

/** The number of matches and, if there are at most `most`, their ids in the requested order. */
export async function findMatching(
  db: Db,
  { read, sort, ...filters }: Sorted,
  most: number,
): Promise<{ total: number; ids: string[] }> {
  const readOnes = read ? await countRead(db, filters, read.by) : 0;
  const all = read?.is ? 0 : await countProposals(db, 'all', filters, readOnes);
  const total = read?.is ? readOnes : all - readOnes;
  if (total > most) return { total, ids: [] };
  const query: Sorted = { ...filters, ...(read && { read }), sort };
  return { total, ids: await findProposalIds(db, 'all', query, { skip: 0, limit: most, total }) };
}

/** The ids and the total of a far page of common words: see `server/db/lists.ts`. */
export async function findFarPage(
  db: Db,
  scope: Scope,
  query: Sorted,
  window: Pick<lists.Window, 'skip' | 'limit'>,
): Promise<lists.IdPage | undefined> {
  if (!query.q || !lists.isFar(window)) return undefined;
  return lists.findFarPage(db, await toListQuery(db, scope, query), window);
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

/** The rows of these ids that still exist, in order. */
export async function getProposals(
  db: Executor,
  scope: Scope,
  ids: string[],
): Promise<ListedRow[]> {
  const rows = scope === 'all' ? anyOf(db, ids) : ownOf(db, ids, scope.ownerId);
  return lists.inOrder(ids, await rows);
}

const anyOf = rowsOf((db, isAmong) => withRelations(db).where(isAmong('proposals.id')));
const ownOf = rowsOf((db, isAmong, ownerId: string) =>
  withRelations(db).where(isAmong('proposals.id')).where('proposals.user_id', '=', ownerId),
);

/** For all batches of an export: what its words find is looked up once, at its beginning. */
export const exportQuery = (db: Db, filters: Filters): Promise<ListQuery> =>
  toListQuery(db, 'all', { ...filters, sort: '-created_at' });
