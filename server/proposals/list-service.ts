/** Lists of proposals, for owners and admins, and the export of all. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { DAY_MS } from '#domain/durations.ts';
import { CSV_COLUMNS } from '#domain/constants.ts';
import { seesContacts } from '#domain/permissions.ts';
import type {
  ListAllProposalsQuery,
  ListedProposal,
  ListProposalsQuery,
  ProposalFilters,
} from '#domain/proposals/schema.ts';
import { formatDecision } from '#domain/proposals/decision-rules.ts';
import { formatApproval, formatStage, FUNDING_STAGES } from '#domain/proposals/rules.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import { withLabels } from '../labels/pinned-service.ts';
import type { Context, UserContext } from '../context.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { isWithin } from '../db/lists.ts';
import type { Db } from '../db/open.ts';
import { batchesForExport, type ExportRow } from './export-store.ts';
import * as lists from './list-store.ts';
import { presentListed } from './presentation-service.ts';
import { withReads } from './reading-service.ts';
import type { Scope } from './store.ts';

type ProposalPage = { items: ListedProposal[]; total: number };

export const listOwnProposals = (
  context: UserContext,
  { has_unread_messages, ...query }: ListProposalsQuery,
): Promise<ProposalPage> =>
  list(
    context,
    { ownerId: context.actor.id },
    { ...query, ...messageFilter('applicant', has_unread_messages) },
  );

/** All matches, at most 1,000 per page, with the total. Marks those that the caller has read. */
export async function listAllProposals(
  context: UserContext,
  { skip, limit, sort, ...asked }: ListAllProposalsQuery,
): Promise<ProposalPage> {
  const page = await list(context, 'all', { ...filtersFor(context, asked), skip, limit, sort });
  const items = await withLabels(context.db.read, await withReads(context, page.items));
  return { ...page, items };
}

const messageFilter = (
  reader: MessageSide,
  is: boolean | undefined,
): Pick<lists.Filters, 'unreadMessages'> =>
  is === undefined
    ? {}
    : { unreadMessages: { from: reader === 'firm' ? 'applicant' : 'firm', is } };

/** The requested filters, with the caller in place of `me`. */
export function filtersFor(
  { actor }: Pick<UserContext, 'actor'>,
  {
    assigned_to,
    decided_by,
    unread,
    has_unread_messages,
    changed_since_read,
    ...filters
  }: Omit<ProposalFilters, 'sort'> & Pick<lists.Filters, 'ids'>,
): lists.Filters {
  const ids: Record<string, string | null> = { me: actor.id, nobody: null };
  return {
    ...filters,
    ...(!seesContacts(actor.role) && { hidesContacts: true }),
    ...(assigned_to && {
      assigned_to: { id: assigned_to in ids ? ids[assigned_to]! : assigned_to },
    }),
    ...(decided_by && { decided_by: decided_by === 'me' ? actor.id : decided_by }),
    ...messageFilter('firm', has_unread_messages),
    ...(changed_since_read !== undefined && {
      changed: { for: actor.id, is: changed_since_read },
    }),
    ...(unread !== undefined && { read: { by: actor.id, is: !unread } }),
  };
}

async function list(
  context: Context,
  scope: Scope,
  {
    skip,
    limit,
    sort,
    ...filters
  }: lists.Filters & Omit<ListProposalsQuery, 'has_unread_messages'>,
): Promise<ProposalPage> {
  const { db } = context;
  const total = await countMatches(db, scope, filters);
  const ids = isWithin({ skip }, total)
    ? await lists.findProposalIds(db, scope, { ...filters, sort }, { skip, limit })
    : [];
  const rows = await lists.getProposals(db.read, scope, ids);
  return { items: rows.map((row) => presentListed(row, context)), total };
}

/** The number of matches. Those that somebody has not read are all less the few that are read. */
export async function countMatches(db: Db, scope: Scope, filters: lists.Filters): Promise<number> {
  const { read, ...others } = filters;
  if (filters.q || !read || read.is) return lists.countProposals(db, scope, filters);
  const all = await lists.countProposals(db, scope, others);
  const readOnes = { ...others, read: { by: read.by, is: true } };
  return Math.max(all - (await lists.countProposals(db, scope, readOnes)), 0);
}

const BATCH = 250;

/** Yields the CSV in chunks: all matches, newest first. Never holds more than one batch. */
export async function* exportProposals(
  context: UserContext,
  asked: Omit<ProposalFilters, 'sort'>,
): AsyncGenerator<string> {
  const { db } = context;
  const query = await lists.exportQuery(db, filtersFor(context, asked));
  const nextRows = batchesForExport(db, query, BATCH);
  const toLine = createLineFormatter();
  yield BYTE_ORDER_MARK + csvLine(CSV_COLUMNS);
  let last: ExportRow | undefined;
  do {
    const rows = await nextRows(last);
    // SQLite runs in this thread: without yielding, everybody else would wait for the whole export.
    await yieldToEventLoop();
    if (rows.length > 0) yield rows.map(toLine).join('');
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}

const STAGES = new Map(FUNDING_STAGES.map((stage) => [stage, formatStage(stage)]));

/** The lines of one export. Its rows are in order of time, so a day is formatted only once. */
function createLineFormatter(): (row: ExportRow) => string {
  let last = { number: NaN, text: '' };
  const dayOf = (moment: Date): string => {
    const number = Math.floor(moment.getTime() / DAY_MS);
    if (number !== last.number) last = { number, text: moment.toISOString().slice(0, 10) };
    return last.text;
  };
  return (row) =>
    csvLine([
      row.title,
      row.applicant,
      row.business_sector,
      STAGES.get(row.funding_stage)!,
      formatApproval(row.is_approved),
      dayOf(row.created_at),
      formatDecision(row.decision),
      row.decider ?? '',
    ]);
}
