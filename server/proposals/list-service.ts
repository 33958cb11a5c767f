/** Lists of proposals, for owners and admins, and the export of all. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { DAY_MS } from '#domain/durations.ts';
import { CSV_COLUMNS } from '#domain/constants.ts';
import type {
  ListAllProposalsQuery,
  ListedProposal,
  ListProposalsQuery,
  ProposalFilters,
} from '#domain/proposals/schema.ts';
import { formatApproval, formatStage, FUNDING_STAGES } from '#domain/proposals/rules.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { bytesOfText, createBoundedCache } from '../cache/bounded-cache.ts';
import type { Context, UserContext } from '../context.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { isSmall } from '../db/list-query.ts';
import type { IdPage } from '../db/lists.ts';
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

/** All matches, at most 1,000 per page, with the total. Marks those that the caller has read. */
export async function listAllProposals(
  context: UserContext,
  { skip, limit, sort, ...asked }: ListAllProposalsQuery,
): Promise<ProposalPage> {
  const page = await list(context, 'all', { ...filtersFor(context, asked), skip, limit, sort });
  return { ...page, items: await withReads(context, page.items) };
}

/** The requested filters, with the caller in place of `me`. */
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

/** Larger pages are not cached: programs request them once. */
const CACHED_PAGE_ROWS = 50;
/** If all matches are found at once anyway, up to this many ids are cached for the next pages. */
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
  const far = await lists.findFarPage(db, scope, query, query);
  const { ids, total } = far ?? (await findPage(context, scope, query));
  const rows = await lists.getProposals(db.read, scope, ids);
  return { items: rows.map((row) => presentListed(row, context)), total };
}

async function findPage(context: Context, scope: Scope, query: Query): Promise<IdPage> {
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
  const from = skip - window.skip;
  return { ids: ids.slice(from, from + limit), total };
}

/** The number of matches; filters by who has read are counted separately and not cached. */
export async function countMatches(
  context: Context,
  scope: Scope,
  { read, ...filters }: lists.Filters,
): Promise<number> {
  const { db } = context;
  const countAll = (beside: number) =>
    getCached(context, scope, filters, `total,${beside}`, () =>
      lists.countProposals(db, scope, filters, beside),
    );
  if (!read) return countAll(0);
  const readOnes = await lists.countRead(db, filters, read.by);
  // A search counts as many more matches as are subtracted afterwards.
  return read.is ? readOnes : Math.max((await countAll(filters.q ? readOnes : 0)) - readOnes, 0);
}

type Value = number | string[] | ProposalPage | ProposalSummary;
type Cached = { versions: string; value: Value };

/**
 * Counting and sorting 100,000 rows takes milliseconds, so totals, ids and pages are cached while
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
 * The result of `make`, or a cached one of the same version of everything that it reads. Only for
 * lists of all proposals, and never for filters by who has read, which raises no version.
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
  // Editing locks at midnight without a write, so the day is part of the key.
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

/** Bytes of an id and its place in the array. */
const ID_BYTES = 64;
/** Objects take this many times the memory of their text. */
const OBJECTS_PER_TEXT = 2;

function bytesOfValue(value: Value): number {
  if (typeof value === 'number') return 0;
  return Array.isArray(value)
    ? value.length * ID_BYTES
    : bytesOfText(JSON.stringify(value)) * OBJECTS_PER_TEXT;
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
    ]);
}
