/** Pages and counts of proposals; only the rows of a page are joined with the rest. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { ListProposalsQuery, ProposalFilters } from '#domain/proposals/schema.ts';
import { readReceiptNumber } from '#domain/receipts/rules.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import type { Db, Executor } from '../db/open.ts';
import * as lists from '../db/lists.ts';
import type { Members } from '../db/lists.ts';
import { patternOf, toSearchText, wordsOf } from '../db/search.ts';
import { rowsOf } from '../db/statement.ts';
import { findAnswered, type AnswerFilters } from '../questions/filter-store.ts';
import { withRelations, type ListedRow, type Scope } from './store.ts';

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

/** Filters that look into other tables. */
const deskConditions = (filters: Filters): Expression<SqlBool>[] => [
  ...(filters.read ? [readCondition(filters.read)] : []),
  ...(filters.openRequest ? [requestCondition(filters.openRequest)] : []),
  ...(filters.changed ? [changedCondition(filters.changed)] : []),
];

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
  const order = isOwn && TOLD[field] ? { columns: [TOLD[field]] } : ORDERS[field];
  const hidden = filters.hidesContacts && !receiptNumber ? wordsOf(q) : [];
  return {
    table: 'proposals',
    filters: [
      { column: 'user_id', value: isOwn ? scope.ownerId : undefined },
      ...toFilters(withoutImplied(filters, answered)).map((one) => (isOwn ? asTold(one) : one)),
      { column: 'receipt_number', value: receiptNumber },
    ],
    q: receiptNumber ? undefined : q,
    alternatives,
    conditions: [
      ...deskConditions(filters),
      ...hidden.map((word) => readsOpenly(word, alternatives.get(word))),
      ...(filters.ids ? [sql<SqlBool>`proposals.id in (${sql.join(filters.ids)})`] : []),
    ],
    members: [...answered.members, ...(await findTouched(db, filters, skip !== undefined))],
    sort,
    // Proposals to one program are in one place among programs.
    order: isOfOne && order?.of ? ORDERS['received_at'] : order,
  };
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

function readCondition({ by, is }: NonNullable<Filters['read']>): Expression<SqlBool> {
  const own = sql`(select proposal_id from proposal_reads where user_id = ${by})`;
  return sql<SqlBool>`proposals.id ${sql.raw(is ? 'in' : 'not in')} ${own}`;
}

function requestCondition({ is, at }: NonNullable<Filters['openRequest']>): Expression<SqlBool> {
  const asked = sql`(select proposal_id from change_requests where state = 'open' and due_at > ${at})`;
  return sql<SqlBool>`proposals.id ${sql.raw(is ? 'in' : 'not in')} ${asked}`;
}

function changedCondition({ for: by, is }: NonNullable<Filters['changed']>): Expression<SqlBool> {
  const behind = sql`(select 1 from proposal_reads where proposal_reads.proposal_id = proposals.id
    and proposal_reads.user_id = ${by} and proposal_reads.edits < proposals.edits)`;
  return sql<SqlBool>`${sql.raw(is ? '' : 'not ')}exists ${behind}`;
}

/** The word is in what everybody at the desk sees: the business, the person's name, the program. */
function readsOpenly(
  word: string,
  alternative: Expression<SqlBool> | undefined,
): Expression<SqlBool> {
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
export async function findMatching(
  db: Db,
  query: SortedFilters,
  most: number,
): Promise<{ total: number; ids: string[] }> {
  const total = await countProposals(db, 'all', query);
  if (total > most) return { total, ids: [] };
  return { total, ids: await findProposalIds(db, 'all', query, { skip: 0, limit: most }) };
}

/** The ids of a window in `sort` order. */
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
  const rows = scope === 'all' ? anyOf(db, ids) : ownOf(db, ids, scope.ownerId);
  return lists.inOrder(ids, await rows);
}

const anyOf = rowsOf((db, isAmong) => withRelations(db).where(isAmong('proposals.id')));
const ownOf = rowsOf((db, isAmong, ownerId: string) =>
  withRelations(db).where(isAmong('proposals.id')).where('proposals.user_id', '=', ownerId),
);

/** For all batches of an export. */
export const exportQuery = (db: Db, filters: Filters): Promise<lists.ListQuery> =>
  toListQuery(db, 'all', { ...filters, sort: '-created_at' });

type TouchFilters = Pick<Filters, 'label' | 'unreadMessages'>;

const labelled = (labels: string[]): RawBuilder<unknown> =>
  sql`proposal_id from proposal_labels where label_id in (${sql.join(labels)})`;

const unreadOf = ({ from }: NonNullable<Filters['unreadMessages']>): RawBuilder<unknown> =>
  sql`proposal_id from messages where side = ${from} and read_at is null`;

/** `isOrdered`: for a page of a list, not for a count. */
export async function findTouched(
  db: Db,
  { label, unreadMessages: unread }: TouchFilters,
  isOrdered: boolean,
): Promise<Members[]> {
  const asked = [
    ...(label ? [{ touched: labelled(label), is: true }] : []),
    ...(unread ? [{ touched: unreadOf(unread), is: unread.is }] : []),
  ];
  const found = [];
  for (const { touched, is } of asked) {
    const isPassed =
      isOrdered && is && db.engine === 'sqlite' && (await isCommon(db.read, touched));
    const id = sql.raw(isPassed ? '+proposals.id' : 'proposals.id');
    const condition = sql<SqlBool>`${id} ${sql.raw(is ? 'in' : 'not in')} (select ${touched})`;
    found.push({
      select: is ? sql`select distinct ${touched}` : undefined,
      conditions: [condition],
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
