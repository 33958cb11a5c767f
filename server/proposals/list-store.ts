/** Pages, counts and exports of proposals; only the rows of a page are joined with the rest. */
import {
  sql,
  type Expression,
  type RawBuilder,
  type SqlBool,
  type Compilable,
  type InferResult,
  type SelectQueryBuilder,
} from 'kysely';
import type { ListProposalsQuery, ProposalFilters } from '#domain/proposals/schema.ts';
import { readReceiptNumber } from '#domain/receipts/rules.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import * as lists from '../db/lists.ts';
import { type Members, passedConditionsOf, type ListQuery } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';
import { patternOf, toSearchText, wordsOf } from '../db/search.ts';
import { rowsOf, rowsStatement } from '../db/statement.ts';
import type { Tables } from '../db/tables.ts';
import { isReachedBy, listSharedWith } from '../members/store.ts';
import { answerOrder, findAnswered, type AnswerFilters } from '../questions/filter-store.ts';
import { isUnannounced } from './review-store.ts';
import { isOneOfSeveral, isPossibleDuplicate } from './similar-store.ts';
import { unreadBy, withRelations, type ListedRow, type Scope } from './store.ts';

/** Filters in which everything about the caller is resolved. */
export type Filters = Partial<
  Omit<
    ProposalFilters,
    | 'sort'
    | 'assigned_to'
    | 'unread'
    | 'changed_since_read'
    | 'has_unread_messages'
    | 'has_open_request'
  > & {
    /** An admin's id; null: unassigned. */
    assigned_to: { id: string | null };
    /** Whether this admin has read it. */
    read: { by: string; is: boolean };
    /** Whether this side has written something that the other one has not read. */
    unreadMessages: { from: MessageSide; is: boolean };
    /** Whether its applicant is asked for changes now. */
    openRequest: { is: boolean; at: Date };
    /** Whether the applicant has changed it since this admin read it. */
    changed: { for: string; is: boolean };
    /** The search does not go by how to reach an applicant. */
    hidesContacts: boolean;
    /** Only these proposals. */
    ids: string[] | undefined;
  }
>;
type SortedFilters = Filters & Pick<ListProposalsQuery, 'sort'>;

const PROGRAM = { table: 'programs', key: 'program_id' } as const;

/** What applicants filter and sort their own by: what they were told, not what was decided. */
const TOLD: Record<string, string> = {
  funding_stage: 'announced_stage',
  decision: 'announced_decision',
  is_approved: 'announced_approved',
};

/** Orders that are more than a column of the proposal itself. */
const ORDERS: Record<string, lists.Order> = {
  // A proposal is created when it is received.
  received_at: { columns: ['created_at'] },
  program: { columns: ['title_key', 'id'], of: PROGRAM },
  deadline_date: { columns: ['deadline_date', 'id'], of: PROGRAM },
  applicant: {
    columns: ['applicant_first_name_key', 'applicant_last_name_key', 'user_id'],
  },
};

/** What this person owns and, where there is any, what others share with them. */
async function ownCondition(db: Executor, scope: Scope) {
  if (scope === 'all') return { filters: [], conditions: [] };
  const { reachedBy: value } = scope;
  const shared = await listSharedWith(db, 'proposal', value);
  if (shared.length === 0) return { filters: [{ column: 'user_id', value }], conditions: [] };
  const isOwn = sql<SqlBool>`proposals.user_id = ${value}`;
  const isEither = sql<SqlBool>`(${isOwn} or proposals.id in (${sql.join(shared)}))`;
  return { filters: [], conditions: [isEither] };
}

/** Filters that look into other tables. */
const deskConditions = (filters: Filters): Expression<SqlBool>[] => [
  ...(filters.openRequest ? [requestCondition(filters.openRequest)] : []),
  ...isAsked(filters.unannounced, isUnannounced),
  ...isAsked(filters.possible_duplicate, isPossibleDuplicate(!filters.hidesContacts)),
  ...isAsked(filters.one_of_several, isOneOfSeveral),
  ...isAsked(filters.on_behalf, IS_ON_BEHALF),
  // Who has an address is a contact, too.
  ...isAsked(filters.hidesContacts ? undefined : filters.has_email, HAS_EMAIL),
];

/** They are few: found by an index. */
const IS_ON_BEHALF = sql<SqlBool>`proposals.id in
  (select id from proposals where on_behalf = ${sql.lit(true)})`;
const HAS_EMAIL = sql<SqlBool>`(proposals.user_id not in (select id from users where email is null))`;

const isAsked = (is: boolean | undefined, condition: Expression<SqlBool>): Expression<SqlBool>[] =>
  is === undefined ? [] : [is ? condition : sql<SqlBool>`not ${condition}`];

async function toListQuery(
  db: Db,
  scope: Scope,
  { q, sort, ...filters }: SortedFilters,
  skip?: number,
): Promise<lists.ListQuery> {
  const isOwn = scope !== 'all';
  const field = sort.replace(/^-/, '');
  const receiptNumber = await findReceiptNumber(db.read, q);
  const alternatives = await programsWith(db.read, wordsOf(q));
  const answered = await findAnswered(db, filters.answer, skip ?? 0);
  const isOfOne = answered.programs.size === 1;
  const order = await orderFor(db, isOwn, field);
  const own = await ownCondition(db.read, scope);
  const hidden = filters.hidesContacts && !receiptNumber ? wordsOf(q) : [];
  const given = [
    ...own.filters,
    ...toFilters(withoutImplied(filters, answered)).map((one) => (isOwn ? asTold(one) : one)),
    { column: 'receipt_number', value: receiptNumber },
  ].filter(({ value }) => value !== undefined);
  const isOrdered = skip !== undefined;
  const isPlanned = isOrdered || given.length > 0;
  return {
    table: 'proposals',
    filters: given,
    q: receiptNumber ? undefined : q,
    alternatives,
    conditions: [
      ...deskConditions(filters),
      ...own.conditions,
      ...hidden.map((word) => readsOpenly(word, alternatives.get(word))),
      ...(filters.ids ? [sql<SqlBool>`proposals.id in (${sql.join(filters.ids)})`] : []),
    ],
    members: [...answered.members, ...(await findTouched(db, filters, { isOrdered, isPlanned }))],
    sort,
    // Proposals to one program are in one place among programs.
    order: isOfOne && order?.of ? ORDERS['received_at'] : order,
  };
}

async function orderFor(db: Db, isOwn: boolean, field: string): Promise<lists.Order | undefined> {
  if (isOwn && TOLD[field]) return { columns: [TOLD[field]] };
  return field.startsWith('answer.') ? answerOrder(db, field) : ORDERS[field];
}

/** Answers to questions of a program are answers of proposals to it. */
const withoutImplied = (filters: Filters, { programs }: AnswerFilters): Filters =>
  programs.has(filters.program_id ?? '') ? { ...filters, program_id: undefined } : filters;

const asTold = (filter: lists.Filter): lists.Filter => ({
  ...filter,
  column: TOLD[filter.column] ?? filter.column,
});

/** A receipt number in any spelling, if the search is the whole of one; parts of it are words. */
async function findReceiptNumber(db: Executor, q: string | undefined): Promise<string | undefined> {
  const number = readReceiptNumber(q ?? '');
  if (!number) return undefined;
  const found = await db
    .selectFrom('proposals')
    .select('receipt_number')
    .where('receipt_number', '=', number)
    .executeTakeFirst();
  return found?.receipt_number ?? (await findNewestNumber(db, number));
}

/** The number of its newest receipt, for a proposal that was edited since. */
async function findNewestNumber(db: Executor, number: string): Promise<string | undefined> {
  const edited = await db
    .selectFrom('receipts')
    .innerJoin('proposals', 'proposals.id', 'receipts.proposal_id')
    .select('proposals.receipt_number')
    .where('receipts.number', '=', number)
    .executeTakeFirst();
  return edited?.receipt_number ?? undefined;
}

function toFilters(filters: Filters): lists.Filter[] {
  const equal = (column: string, value: unknown): lists.Filter => ({ column, value });
  const { assigned_to: assignee } = filters;
  return [
    equal('user_id', filters.applicant_id),
    equal('program_id', filters.program_id),
    equal('business_sector', filters.sector),
    equal('region', filters.region),
    equal('funding_stage', filters.funding_stage),
    equal('is_approved', filters.is_approved),
    equal('decision', filters.decision),
    equal('flagged', filters.flagged),
    equal('decided_by', filters.decided_by),
    { ...equal('assigned_to', assignee?.id), ...(assignee?.id === null && { is: 'is null' }) },
    { column: 'created_at', is: '>=', value: filters.received_from },
    { column: 'created_at', is: '<', value: filters.received_to },
  ];
}

function requestCondition({ is, at }: NonNullable<Filters['openRequest']>): Expression<SqlBool> {
  const asked = sql`(select proposal_id from change_requests where state = 'open' and due_at > ${at})`;
  return sql<SqlBool>`proposals.id ${sql.raw(is ? 'in' : 'not in')} ${asked}`;
}

/** The word is in what everybody at the desk sees: the business, the person's name, the program. */
function readsOpenly(word: string, alternative: Expression<SqlBool> | undefined) {
  const open = sql`(proposals.search_text || ' ' || proposals.applicant_first_name_key || ' ' || proposals.applicant_last_name_key)`;
  const isOpen = sql<SqlBool>`${open} like ${patternOf(word)} escape '\\'`;
  return alternative ? sql<SqlBool>`(${alternative} or ${isOpen})` : isOpen;
}

/** A word may also occur in the title of the proposal's program. */
async function programsWith(
  db: Executor,
  words: string[],
): Promise<Map<string, Expression<SqlBool>>> {
  if (words.length === 0) return new Map();
  const programs = await db.selectFrom('programs').select(['id', 'title']).execute();
  const titles = programs.map(({ id, title }) => ({ id, text: toSearchText(title) }));
  const found = words.map((word) => {
    const ids = titles.filter(({ text }) => text.includes(word)).map(({ id }) => id);
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

/** A source of proposals for a caller's own aggregate query. */
export type Source = { from: RawBuilder<unknown>; conditions: Expression<SqlBool>[] };

export async function matchingSource(db: Db, filters: Filters): Promise<Source> {
  const query = await toListQuery(db, 'all', { ...filters, sort: 'created_at' });
  return { from: sql`proposals`, conditions: lists.conditionsOf(db, query) };
}

/** The number of matches and, if there are at most `most`, their ids in the requested order. */
export async function findMatching(db: Db, query: SortedFilters, most: number) {
  const total = await countProposals(db, 'all', query);
  if (total > most) return { total, ids: [] };
  return { total, ids: await findProposalIds(db, 'all', query, { skip: 0, limit: most }) };
}

export async function findProposalIds(
  db: Db,
  scope: Scope,
  query: SortedFilters,
  window: lists.Window,
): Promise<string[]> {
  return lists.findIds(db, await toListQuery(db, scope, query, window.skip), window);
}

/** The rows of these ids that still exist, in order. */
export async function getProposals(
  db: Executor,
  scope: Scope,
  ids: string[],
): Promise<ListedRow[]> {
  const rows: ListedRow[] = await (scope === 'all'
    ? anyOf(db, ids)
    : ownOf(db, ids, scope.reachedBy));
  return lists.inOrder(ids, rows);
}

const anyOf = rowsOf((db, isAmong) =>
  withRelations(db)
    .select((eb) => unreadBy(eb, 'firm'))
    .where(isAmong('proposals.id')),
);
const ownOf = rowsOf((db, isAmong, personId: string) =>
  withRelations(db)
    .select((eb) => unreadBy(eb, 'applicant'))
    .where(isAmong('proposals.id'))
    .where(isReachedBy('proposal', personId)),
);

/** For all batches of an export. */
export const exportQuery = (db: Db, filters: Filters): Promise<lists.ListQuery> =>
  toListQuery(db, 'all', { ...filters, sort: '-created_at' });

type TouchFilters = Pick<Filters, 'label' | 'unreadMessages' | 'read' | 'changed'>;

const labelled = (labels: string[]): RawBuilder<unknown> =>
  sql`proposal_id from proposal_labels where label_id in (${sql.join(labels)})`;

const unreadOf = ({ from }: NonNullable<Filters['unreadMessages']>): RawBuilder<unknown> =>
  sql`proposal_id from messages where side = ${from} and read_at is null`;

const readBy = ({ by }: NonNullable<Filters['read']>): RawBuilder<unknown> =>
  sql`proposal_id from proposal_reads where user_id = ${by}`;

/** From what somebody has read to what has changed since, never the other way round. */
const changedFor = ({ for: by }: NonNullable<Filters['changed']>): RawBuilder<unknown> =>
  sql`proposal_id from proposal_reads cross join proposals as seen
    where seen.id = proposal_id and proposal_reads.user_id = ${by}
      and proposal_reads.edits < seen.edits`;

const touchedBy = ({ label, unreadMessages: unread, read, changed }: TouchFilters) => [
  ...(label ? [{ touched: labelled(label), is: true }] : []),
  ...(unread ? [{ touched: unreadOf(unread), is: unread.is }] : []),
  ...(read ? [{ touched: readBy(read), is: read.is }] : []),
  ...(changed ? [{ touched: changedFor(changed), is: changed.is }] : []),
];

/**
 * `isOrdered`: for a page of a list, not for a count. `isPlanned`: there is an order or a filter that
 * could come first; otherwise it does not matter how many they are.
 */
async function findTouched(
  db: Db,
  filters: TouchFilters,
  { isOrdered, isPlanned }: Record<'isOrdered' | 'isPlanned', boolean>,
): Promise<Members[]> {
  const found = [];
  for (const { touched, is } of touchedBy(filters)) {
    const isFound = is && db.engine === 'sqlite';
    const areMany = isFound && isPlanned && (await isCommon(db.read, touched));
    const id = sql.raw(isOrdered && areMany ? '+proposals.id' : 'proposals.id');
    const condition = sql<SqlBool>`${id} ${sql.raw(is ? 'in' : 'not in')} (select ${touched})`;
    found.push({
      select: is ? sql`select distinct ${touched}` : undefined,
      conditions: [condition],
      areFew: isFound && !areMany,
    });
  }
  return found;
}

/** From here on, SQLite is faster if it passes the rows in their order than if it sorts these. */
const COMMON = 1000;

async function isCommon(db: Executor, touched: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select ${touched} limit ${COMMON}) as first`.execute(db);
  return Number(rows[0]!.total) === COMMON;
}

const newestFirst = <T extends 'proposals' | 'programs', O>(
  query: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> =>
  query.orderBy(sql.ref('proposals.created_at'), 'desc').orderBy(sql.ref('proposals.id'), 'desc');

/** Returns the next rows of an export, newest first, after the last one of the previous batch. */
export type NextRows<Row> = (after: Place | undefined) => Promise<Row[]>;

function readBatches<Query extends Compilable>(
  { read }: Db,
  build: (db: Executor, after?: [createdAt: Date, id: string]) => Query,
): NextRows<InferResult<Query>[number]> {
  const first = rowsStatement((db) => build(db));
  const next = rowsStatement((db, createdAt: Date, id: string) => build(db, [createdAt, id]));
  return (after) => (after ? next(read, after.created_at, after.id) : first(read));
}

/** Titles and deciders by their ids: they are few, and each is asked for once. */
export const batchesForExport = (db: Db, query: ListQuery, limit: number): NextRows<ExportRow> =>
  readBatches(db, (read, after) => shortRows(nextRows(read, query, after).limit(limit)));

const shortRows = (rows: SelectQueryBuilder<Tables, 'proposals', object>) =>
  rows
    .select(['proposals.id', 'proposals.created_at', 'program_id', 'business_sector'])
    .select(['funding_stage', 'is_approved', 'decision', 'decided_by'])
    .select(sql<string>`applicant_first_name || ' ' || applicant_last_name`.as('applicant'));

export type ExportRow = Awaited<
  ReturnType<ReturnType<typeof shortRows>['executeTakeFirstOrThrow']>
>;

/** By id, read when first asked for; nothing for what is gone. */
export function namesOf(read: Executor, table: 'programs' | 'users') {
  const known = new Map<string, string>();
  const name =
    table === 'programs' ? sql<string>`title` : sql<string>`first_name || ' ' || last_name`;
  return async (ids: (string | null)[]): Promise<Map<string | null, string>> => {
    const unknown = [...new Set(ids)].filter((id) => id !== null && !known.has(id)) as string[];
    if (unknown.length > 0) {
      const query = read.selectFrom(table as 'programs').select(['id', name.as('name')]);
      const rows = await query.where('id', 'in', unknown).execute();
      for (const row of rows) known.set(row.id, row.name);
    }
    return known as Map<string | null, string>;
  };
}

export const wholeBatches = (db: Db, query: ListQuery, limit: number): NextRows<WholeRow> =>
  readBatches(db, (read, after) => {
    const page = nextRows(read, query, after).limit(limit).select('proposals.id');
    return newestFirst(wholeRows(read).where('proposals.id', 'in', page));
  });

const wholeRows = (db: Executor) =>
  withRelations(db)
    .select(['proposals.business_description', 'proposals.receipt_number'])
    .select(['pitch_deck.sha256 as pitch_deck_sha256', 'financials.sha256 as financials_sha256'])
    .select(
      sql<boolean>`exists (select 1 from answers
        where answers.proposal_id = proposals.id and answers.kind = 'file')`.as('has_files'),
    );

export type WholeRow = Awaited<ReturnType<ReturnType<typeof wholeRows>['executeTakeFirstOrThrow']>>;

/** The last row of a batch. */
type Place = Pick<ExportRow, 'created_at' | 'id'>;

/**
 * The rows of a batch, by one scan of the date index. With a join, the planner might begin with the
 * programs, and a lookup by ids reads each row in two more places: with 1,000,000 rows, the disk
 * would be the bottleneck.
 */
function nextRows(
  read: Executor,
  query: ListQuery,
  after: [createdAt: Date, id: string] | undefined,
) {
  const matching = passedConditionsOf(query).reduce(
    (narrowed, condition) => narrowed.where(condition),
    read.selectFrom('proposals'),
  );
  const rows = after
    ? matching.where((eb) =>
        eb(eb.refTuple('proposals.created_at', 'proposals.id'), '<', eb.tuple(...after)),
      )
    : matching;
  return newestFirst(rows);
}
