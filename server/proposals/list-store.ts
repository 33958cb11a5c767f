/** Pages, counts and exports of proposals: by an index, joined only for the rows of the page. */
import { sql, type SelectQueryBuilder, type SqlBool, type Expression } from 'kysely';
import type { FundingStage } from '#domain/proposals/rules.ts';
import type { ListProposalsQuery, ProposalFilters } from '#domain/proposals/schema.ts';
import { foldText } from '#domain/fold-text.ts';
import type { Db, Executor } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import { FEW, fromNearerEnd, isNear, type Window } from '../db/lists.ts';
import { countsWords, findsWords, holdsWord, wordsOf } from '../db/search.ts';
import { withRelations, type ListedRow, type Scope } from './store.ts';

type Filters = Omit<ProposalFilters, 'sort'>;
type Matching = SelectQueryBuilder<Tables, 'proposals', object>;

/** All keys of a sort go in one direction: mixed ones can't use an index on SQLite. */
const SORT_KEYS: Record<string, string[]> = {
  created_at: [],
  business_name: ['proposals.business_name_key'],
  business_sector: ['proposals.business_sector'],
  funding_stage: ['proposals.funding_stage'],
  is_approved: ['proposals.is_approved'],
  region: ['proposals.region'],
  program: ['programs.title_key', 'programs.id'],
  deadline_date: ['programs.deadline_date', 'programs.id'],
  applicant: [
    'proposals.applicant_first_name_key',
    'proposals.applicant_last_name_key',
    'proposals.user_id',
  ],
};

/**
 * `isOffIndex` keeps the planner from picking a filter's index where another one gives the order or
 * the words.
 */
function applyFilters<Q extends Matching>(
  query: Q,
  scope: Scope,
  filters: Filters,
  isOffIndex: boolean,
): Q {
  const equal = (column: string, value: unknown) => {
    if (value === undefined) return;
    const ref = sql.ref(`proposals.${column}`);
    query = query.where(
      isOffIndex
        ? sql<SqlBool>`coalesce(${ref}, ${ref}) = ${value}`
        : sql<SqlBool>`${ref} = ${value}`,
    ) as Q;
  };
  if (scope !== 'all') query = query.where('proposals.user_id', '=', scope.ownerId) as Q;
  equal('program_id', filters.program_id);
  equal('business_sector', filters.sector);
  equal('region', filters.region);
  equal('funding_stage', filters.funding_stage);
  equal('is_approved', filters.is_approved);
  return query;
}

/**
 * How rows are found: led to by indexes, or held against the conditions while walking an index in
 * the order asked.
 */
type Way = 'finding' | 'walking' | 'walking near';

/** Each word must be in the proposal's own words, its applicant's or its program's title. */
async function wordConditions(
  { read, engine }: Db,
  q: string | undefined,
  way: Way,
): Promise<Expression<SqlBool>[]> {
  const words = wordsOf(q);
  const hold = (all: string[]) =>
    way === 'walking near'
      ? all.map((word) => holdsWord('proposals', word))
      : findsWords(engine, 'proposals', all);
  const programs = await programsOf(read, words);
  // Where it may be either of two, the search index leads nowhere.
  const ofPrograms = programs.map(
    ([word, ids]) =>
      sql<SqlBool>`(${holdsWord('proposals', word)} or proposals.program_id in (${sql.join(ids)}))`,
  );
  return [
    ...hold(words.filter((word) => !programs.some(([other]) => other === word))),
    ...ofPrograms,
  ];
}

/** The words that are in titles of programs, with those programs' ids. */
async function programsOf(db: Executor, words: string[]): Promise<[string, string[]][]> {
  if (words.length === 0) return [];
  const titles = (await db.selectFrom('programs').select(['id', 'title']).execute()).map(
    ({ id, title }) => ({ id, folded: foldText(title) }),
  );
  const idsOf = (word: string) =>
    titles.filter(({ folded }) => folded.includes(word)).map(({ id }) => id);
  return words
    .map((word): [string, string[]] => [word, idsOf(word)])
    .filter(([, ids]) => ids.length > 0);
}

async function matching(
  db: Db,
  query: Matching,
  scope: Scope,
  filters: Filters,
  way: Way,
): Promise<Matching> {
  const words = await wordConditions(db, filters.q, way);
  const filtered = applyFilters(
    query,
    scope,
    filters,
    scope === 'all' && (way !== 'finding' || words.length > 0),
  );
  return words.reduce((narrowed, condition) => narrowed.where(condition), filtered);
}

const proposalsIn = (db: Db): Matching => db.read.selectFrom('proposals') as Matching;

/**
 * Where nothing but words narrows the list, and no title of a program has them, the search index
 * alone may say.
 */
async function countByWords(
  db: Db,
  scope: Scope,
  { q, ...filters }: Filters,
): Promise<number | undefined> {
  const words = wordsOf(q);
  const isOnlyWords =
    scope === 'all' && Object.values(filters).every((value) => value === undefined);
  const counting = isOnlyWords ? countsWords(db.engine, 'proposals', words) : undefined;
  if (!counting || (await programsOf(db.read, words)).length > 0) return undefined;
  return (await sql<{ total: number }>`${counting}`.execute(db.read)).rows[0]!.total;
}

export async function countProposals(db: Db, scope: Scope, filters: Filters): Promise<number> {
  const byIndex = await countByWords(db, scope, filters);
  if (byIndex !== undefined) return byIndex;
  const query = await matching(db, proposalsIn(db), scope, filters, 'finding');
  return (
    await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  ).total;
}

/** Whether all ids are found at once, so that a larger window costs no more. */
export const isFoundWhole = (total: number): boolean => total <= FEW;

/** The ids of a window in `sort` order; the total decides the plan. */
export async function findIds(
  db: Db,
  scope: Scope,
  query: ListProposalsQuery,
  window: Window,
): Promise<string[]> {
  const field = query.sort.replace(/^-/, '');
  return fromNearerEnd(window, async ({ offset, size, isBackwards }) => {
    const found = isFoundWhole(window.total)
      ? await foundFirst(db, scope, query, field)
      : await matching(
          db,
          joinForSort(db.read, field),
          scope,
          query,
          isNear(offset + size, window.total) ? 'walking near' : 'walking',
        );
    return ordered(found.select('proposals.id'), field, query.sort.startsWith('-') !== isBackwards)
      .limit(size)
      .offset(offset)
      .execute();
  });
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
  const rows = new Map((await query.execute()).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Few matches: found first, then joined and sorted. */
async function foundFirst(
  db: Db,
  scope: Scope,
  filters: Filters,
  field: string,
): Promise<Matching> {
  const found = (await matching(db, proposalsIn(db), scope, filters, 'finding')).select(
    'proposals.id',
  );
  const few = db.read
    .with(
      (cte) => cte('few').materialized(),
      () => found,
    )
    .selectFrom('few')
    .crossJoin('proposals')
    .whereRef('proposals.id', '=', 'few.id');
  const joined = isOfProgram(field)
    ? few.innerJoin('programs', 'programs.id', 'proposals.program_id')
    : few;
  return joined as unknown as Matching;
}

const isOfProgram = (field: string): boolean => field === 'program' || field === 'deadline_date';

/** On SQLite a cross join also says which table is the outer one. */
function joinForSort(db: Executor, field: string): Matching {
  if (!isOfProgram(field)) return db.selectFrom('proposals') as Matching;
  return db
    .selectFrom('programs')
    .crossJoin('proposals')
    .whereRef('proposals.program_id', '=', 'programs.id') as unknown as Matching;
}

function ordered<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  field: string,
  isDescending: boolean,
): SelectQueryBuilder<D, T, O> {
  const keys = [...SORT_KEYS[field]!, 'proposals.created_at', 'proposals.id'];
  return keys.reduce(
    (built, key) => built.orderBy(sql.ref(key), isDescending ? 'desc' : 'asc'),
    query,
  );
}

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
  after: Pick<ExportRow, 'created_at' | 'id'> | undefined,
  limit: number,
): Promise<ExportRow[]> {
  let page = (await matching(db, proposalsIn(db), 'all', filters, 'walking near')).select(
    'proposals.id',
  );
  if (after)
    page = page.where((eb) =>
      eb(
        eb.refTuple('proposals.created_at', 'proposals.id'),
        '<',
        eb.tuple(after.created_at, after.id),
      ),
    );
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
    .where('proposals.id', 'in', ordered(page, 'created_at', true).limit(limit));
  return ordered(rows, 'created_at', true).execute();
}
