/** Pages, counts and exports of proposals: by an index, joined only for the rows of the page. */
import { sql, type SelectQueryBuilder, type SqlBool, type Expression } from 'kysely';
import type { FundingStage } from '#domain/proposals/rules.ts';
import type { ListProposalsQuery, ProposalFilters } from '#domain/proposals/schema.ts';
import { foldText } from '#domain/fold-text.ts';
import type { Executor } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import { matchesWords, wordsOf } from '../db/search.ts';
import { withRelations, type ProposalRow, type Scope } from './store.ts';

type Filters = Omit<ProposalFilters, 'sort'>;
type Matching = SelectQueryBuilder<Tables, 'proposals', object>;

/** From this many matching rows on, walking an index in the order asked beats sorting what the filters leave. */
const BROAD = 2000;
/** The same where words are searched: there, walking looks into the table for each row that it passes. */
const BROAD_SEARCH = 10_000;

/** All keys of a sort go in one direction: mixed ones can't use an index on SQLite. */
const SORT_KEYS: Record<string, string[]> = {
  created_at: [],
  business_name: ['proposals.business_name'],
  business_sector: ['proposals.business_sector'],
  funding_stage: ['proposals.funding_stage'],
  is_approved: ['proposals.is_approved'],
  region: ['proposals.region'],
  program: ['programs.title', 'programs.id'],
  deadline_date: ['programs.deadline_date', 'programs.id'],
  applicant: ['users.first_name', 'users.last_name', 'users.id'],
};

/** `isOffIndex` keeps the planner from picking a filter's index where another one gives the order or the words. */
function applyFilters<Q extends Matching>(query: Q, scope: Scope, filters: Filters, isOffIndex: boolean): Q {
  const equal = (column: string, value: unknown) => {
    if (value === undefined) return;
    const ref = sql.ref(`proposals.${column}`);
    query = query.where(isOffIndex ? sql<SqlBool>`coalesce(${ref}, ${ref}) = ${value}` : sql<SqlBool>`${ref} = ${value}`) as Q;
  };
  if (scope !== 'all') query = query.where('proposals.user_id', '=', scope.ownerId) as Q;
  equal('program_id', filters.program_id);
  equal('business_sector', filters.sector);
  equal('region', filters.region);
  equal('funding_stage', filters.funding_stage);
  equal('is_approved', filters.is_approved);
  return query;
}

/** Each word must be in the proposal's own words, its applicant's or its program's title. */
async function wordConditions(db: Executor, q: string | undefined): Promise<Expression<SqlBool>[]> {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  const titles = (await db.selectFrom('programs').select(['id', 'title']).execute()).map(({ id, title }) => ({ id, folded: foldText(title) }));
  return Promise.all(words.map((word) => wordCondition(db, word, titles.filter(({ folded }) => folded.includes(word)).map(({ id }) => id))));
}

/** An applicant list that is short, or empty, is much cheaper to compare with than a subquery. */
const SHORT_LIST = 50;

async function wordCondition(db: Executor, word: string, programIds: string[]): Promise<Expression<SqlBool>> {
  const [own] = matchesWords(sql.ref('proposals.search_text'), word);
  const [ofUser] = matchesWords(sql.ref('search_text'), word);
  const users = db.selectFrom('users').select('id').where(ofUser!);
  const some = await users.limit(SHORT_LIST + 1).execute();
  const parts = [sql<SqlBool>`${own!}`];
  if (programIds.length > 0) parts.push(sql<SqlBool>`proposals.program_id in (${sql.join(programIds)})`);
  if (some.length > SHORT_LIST) parts.push(sql<SqlBool>`proposals.user_id in (${users})`);
  else if (some.length > 0) parts.push(sql<SqlBool>`proposals.user_id in (${sql.join(some.map(({ id }) => id))})`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

async function matching(db: Executor, query: Matching, scope: Scope, filters: Filters, isOffIndex: boolean): Promise<Matching> {
  const words = await wordConditions(db, filters.q);
  const filtered = applyFilters(query, scope, filters, scope === 'all' && (isOffIndex || words.length > 0));
  return words.reduce((narrowed, condition) => narrowed.where(condition), filtered);
}

export async function countProposals(db: Executor, scope: Scope, filters: Filters): Promise<number> {
  const query = await matching(db, db.selectFrom('proposals') as Matching, scope, filters, false);
  return (await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
}

/** Which rows, in `sort` order, of the `total` that match; the total decides the plan. */
export type Window = { skip: number; limit: number; total: number };

/** Up to this many ids are found at once where a page is far from the start, or costs as much as all of them. */
const KEPT_WHOLE = 25_000;
/** Rows up to which a page is near the start. */
const NEAR = 1000;

/** Whether all ids should be found at once and kept, so that every further page is only cut from them. */
export function isFoundWhole({ sort, q, skip, limit }: ListProposalsQuery, total: number): boolean {
  const field = sort.replace(/^-/, '');
  if (total <= BROAD || isSorted(field, q, total)) return true;
  const isJoined = !SORT_KEYS[field]!.every((key) => key.startsWith('proposals.'));
  return total <= KEPT_WHOLE && (isJoined || skip + limit > NEAR);
}

/** Few matches are found first and then sorted; more are walked to in the order of an index. */
const isSorted = (field: string, q: string | undefined, total: number): boolean => field !== 'created_at' && total <= (q ? BROAD_SEARCH : BROAD);

/** The ids of a window. One in the second half is walked to from the end; none looks further than to the last match. */
export async function findIds(db: Executor, scope: Scope, query: ListProposalsQuery, { skip, limit, total }: Window): Promise<string[]> {
  const size = Math.min(limit, total - skip);
  if (size <= 0) return [];
  const field = query.sort.replace(/^-/, '');
  const found = isSorted(field, query.q, total) ? await sortedIds(db, scope, query, field) : await walkedIds(db, scope, query, field);
  const isBackwards = skip > total / 2;
  const isDescending = query.sort.startsWith('-') !== isBackwards;
  const offset = isBackwards ? total - skip - size : skip;
  const rows = await ordered(found.select('proposals.id'), field, isDescending).limit(size).offset(offset).execute();
  const ids = rows.map(({ id }) => id);
  return isBackwards ? ids.reverse() : ids;
}

/** The rows of these ids that are still there, in their order. */
export async function getProposals(db: Executor, scope: Scope, ids: string[]): Promise<ProposalRow[]> {
  if (ids.length === 0) return [];
  let query = withRelations(db).where('proposals.id', 'in', ids);
  if (scope !== 'all') query = query.where('proposals.user_id', '=', scope.ownerId);
  const rows = new Map((await query.execute()).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The matches in the order of an index; a joined table that gives the order goes first. */
async function walkedIds(db: Executor, scope: Scope, filters: Filters, field: string): Promise<Matching> {
  return matching(db, joinForSort(db, field), scope, filters, field !== 'created_at');
}

/** Few matches: found first, then sorted. */
async function sortedIds(db: Executor, scope: Scope, filters: Filters, field: string): Promise<Matching> {
  const found = await matching(db, db.selectFrom('proposals') as Matching, scope, filters, false);
  return joinForSort(db, field).where('proposals.id', 'in', found.select('proposals.id'));
}

/** On SQLite a cross join also says which table is the outer one. */
function joinForSort(db: Executor, field: string): Matching {
  if (field === 'applicant') return db.selectFrom('users').crossJoin('proposals').whereRef('proposals.user_id', '=', 'users.id') as unknown as Matching;
  if (field !== 'program' && field !== 'deadline_date') return db.selectFrom('proposals') as Matching;
  return db.selectFrom('programs').crossJoin('proposals').whereRef('proposals.program_id', '=', 'programs.id') as unknown as Matching;
}

function ordered<D, T extends keyof D, O>(query: SelectQueryBuilder<D, T, O>, field: string, isDescending: boolean): SelectQueryBuilder<D, T, O> {
  const keys = [...SORT_KEYS[field]!, 'proposals.created_at', 'proposals.id'];
  return keys.reduce((built, key) => built.orderBy(sql.ref(key), isDescending ? 'desc' : 'asc'), query);
}

export type ExportRow = { id: string; created_at: Date; business_sector: string; funding_stage: FundingStage; is_approved: boolean; title: string; first_name: string; last_name: string };

/** The next rows of an export, newest first, after the last one of the batch before. */
export async function listForExport(db: Executor, filters: Filters, after: Pick<ExportRow, 'created_at' | 'id'> | undefined, limit: number): Promise<ExportRow[]> {
  let page = (await matching(db, db.selectFrom('proposals') as Matching, 'all', filters, false)).select('proposals.id');
  if (after) page = page.where((eb) => eb(eb.refTuple('proposals.created_at', 'proposals.id'), '<', eb.tuple(after.created_at, after.id)));
  const rows = db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['proposals.id', 'proposals.created_at', 'business_sector', 'funding_stage', 'is_approved', 'title', 'first_name', 'last_name'])
    .where('proposals.id', 'in', ordered(page, 'created_at', true).limit(limit));
  return ordered(rows, 'created_at', true).execute();
}
