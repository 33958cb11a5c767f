/** Lists of proposals, for owners and for admins, and the export of all. */
import { setImmediate as breathe } from 'node:timers/promises';
import { CSV_COLUMNS } from '#domain/constants.ts';
import type {
  ListAllProposalsQuery,
  ListedProposal,
  ListProposalsQuery,
  ProposalFilters,
} from '#domain/proposals/schema.ts';
import { formatApproval, formatStage } from '#domain/proposals/rules.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { bytesOfText, createBoundedCache } from '../cache/bounded-cache.ts';
import type { Context, UserContext } from '../context.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { isSmall } from '../db/lists.ts';
import type { Db } from '../db/open.ts';
import { batchesForExport, type ExportRow } from './export-store.ts';
import * as lists from './list-store.ts';
import { presentListed } from './presentation-service.ts';
import { withReads } from './reading-service.ts';
import type { Scope } from './store.ts';

type ProposalPage = { items: ListedProposal[]; total: number };

export const listOwnProposals = (
  context: UserContext,
  query: ListProposalsQuery,
): Promise<ProposalPage> => list(context, { ownerId: context.actor.id }, query);

/**
 * All that match, a page of 1,000 at most; the total says how many there are. With what I have read
 * of it.
 */
export async function listAllProposals(
  context: UserContext,
  { skip, limit, sort, ...asked }: ListAllProposalsQuery,
): Promise<ProposalPage> {
  const page = await list(context, 'all', { ...filtersFor(context, asked), skip, limit, sort });
  return { ...page, items: await withReads(context, page.items) };
}

/** What was asked, with whoever asks in the place of `me`. */
export function filtersFor(
  { actor }: Pick<UserContext, 'actor'>,
  { assigned_to, unread, ...filters }: Omit<ProposalFilters, 'sort'> & Pick<lists.Filters, 'ids'>,
): lists.Filters {
  const ids: Record<string, string | null> = { me: actor.id, nobody: null };
  return {
    ...filters,
    ...(assigned_to && {
      assigned_to: { id: assigned_to in ids ? ids[assigned_to]! : assigned_to },
    }),
    ...(unread !== undefined && { read: { by: actor.id, is: !unread } }),
  };
}

type Paging = Pick<ListProposalsQuery, 'skip' | 'limit' | 'sort'>;
type Query = lists.Filters & Paging;

/** Larger pages are not kept whole: they are asked once, by programs. */
const CACHED_PAGE_ROWS = 50;
/**
 * Where all are found at once anyway, the ids of so many are kept, for the pages that are turned to
 * next.
 */
const CACHED_IDS = 500;

async function list(context: Context, scope: Scope, query: Query): Promise<ProposalPage> {
  const { skip, limit, sort, ...filters } = query;
  if (limit > CACHED_PAGE_ROWS) return readPage(context, scope, query);
  return getCached(context, scope, filters, `page,${sort},${skip},${limit}`, () =>
    readPage(context, scope, query),
  );
}

async function readPage(context: Context, scope: Scope, query: Query): Promise<ProposalPage> {
  const { db } = context;
  const { skip, limit, sort, ...filters } = query;
  const total = await countMatches(context, scope, filters);
  const block = skip - (skip % CACHED_IDS);
  const isWithinBlock = isSmall(total) && skip + limit <= block + CACHED_IDS;
  const window = isWithinBlock ? { skip: block, limit: CACHED_IDS, total } : { skip, limit, total };
  const ids = await getCached(
    context,
    scope,
    filters,
    `${sort},${window.skip},${window.limit}`,
    () => lists.findProposalIds(db, scope, query, window),
  );
  const rows = await lists.getProposals(
    db.read,
    scope,
    ids.slice(skip - window.skip, skip - window.skip + limit),
  );
  return { items: rows.map((row) => presentListed(row, context)), total };
}

/** How many match: what was read is counted by itself, and not kept. */
export async function countMatches(
  context: Context,
  scope: Scope,
  { read, ...filters }: lists.Filters,
): Promise<number> {
  const { db } = context;
  const countAll = () =>
    getCached(context, scope, filters, 'total', () => lists.countProposals(db, scope, filters));
  if (!read) return countAll();
  const readOnes = await lists.countRead(db, filters, read.by);
  return read.is ? readOnes : Math.max((await countAll()) - readOnes, 0);
}

type Value = number | string[] | ProposalPage | ProposalSummary;
type Cached = { versions: string; value: Value };

/**
 * Counting and ordering 100,000 rows takes milliseconds, so totals, ids and pages are cached while
 * no proposal, program or applicant's name changes.
 */
const cached = createBoundedCache<Cached>(({ value }) => bytesOfValue(value));
/** Several databases may be open in one process. */
const databases = new WeakMap<Db, number>();
let databaseCount = 0;

function numberOf(db: Db): number {
  if (!databases.has(db)) databases.set(db, (databaseCount += 1));
  return databases.get(db)!;
}

/**
 * What `make` answers, or has answered at the same version of everything that it reads. Only for
 * lists of all, and never for what somebody has read: no version follows that.
 */
export async function getCached<V extends Value>(
  { db, cache, receivedAt }: Context,
  scope: Scope,
  filters: lists.Filters,
  what: string,
  make: () => Promise<V>,
): Promise<V> {
  if (scope !== 'all' || filters.read) return make();
  const key = JSON.stringify([numberOf(db), what, ...Object.entries(filters).sort()]);
  // Editing locks at midnight without a write, so the day is part of it.
  const day = receivedAt.toISOString().slice(0, 10);
  const [proposals, programs] = await Promise.all([
    cache.versionOf('proposals'),
    cache.versionOf('public'),
  ]);
  const versions = `${proposals},${programs},${day}`;
  const found = cached.get(key);
  if (found?.versions === versions) return found.value as V;
  const value = await make();
  cached.set(key, { versions, value });
  return value;
}

/** An id with its place in the array. */
const ID_BYTES = 64;
/** Objects take more than the text that says the same. */
const OBJECTS_PER_TEXT = 2;

function bytesOfValue(value: Value): number {
  if (typeof value === 'number') return 0;
  return Array.isArray(value)
    ? value.length * ID_BYTES
    : bytesOfText(JSON.stringify(value)) * OBJECTS_PER_TEXT;
}

const BATCH = 250;

/**
 * The CSV, in pieces: all that match the filters, newest first. Never holds more than one batch.
 */
export async function* exportProposals(
  context: UserContext,
  asked: Omit<ProposalFilters, 'sort'>,
): AsyncGenerator<string> {
  const { db } = context;
  const query = await lists.exportQuery(db, filtersFor(context, asked));
  const nextRows = batchesForExport(db, query, BATCH);
  yield BYTE_ORDER_MARK + csvLine(CSV_COLUMNS);
  let last: ExportRow | undefined;
  do {
    const rows = await nextRows(last);
    // On SQLite nothing waits by itself, and everybody else would wait for the whole export.
    await breathe();
    if (rows.length > 0) yield rows.map(toLine).join('');
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}

function toLine(row: ExportRow): string {
  return csvLine([
    row.title,
    `${row.applicant_first_name} ${row.applicant_last_name}`,
    row.business_sector,
    formatStage(row.funding_stage),
    formatApproval(row.is_approved),
    row.created_at.toISOString().slice(0, 10),
  ]);
}
