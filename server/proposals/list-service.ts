/** Lists of proposals, for owners and for admins, and the export of all. */
import { setImmediate as breathe } from 'node:timers/promises';
import { CSV_COLUMNS } from '#domain/constants.ts';
import type {
  ListedProposal,
  ListProposalsQuery,
  ProposalFilters,
} from '#domain/proposals/schema.ts';
import { formatApproval, formatStage } from '#domain/proposals/rules.ts';
import { bytesOfText, createBoundedCache } from '../cache/bounded-cache.ts';
import type { Context, UserContext } from '../context.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { isSmall } from '../db/lists.ts';
import type { Db } from '../db/open.ts';
import * as lists from './list-store.ts';
import { presentListed } from './presentation-service.ts';
import type { Scope } from './store.ts';

type ProposalPage = { items: ListedProposal[]; total: number };

export const listOwnProposals = (
  context: UserContext,
  query: ListProposalsQuery,
): Promise<ProposalPage> => list(context, { ownerId: context.actor.id }, query);

/** All that match, a page of 1,000 at most; the total says how many there are. */
export const listAllProposals = (
  context: UserContext,
  query: ListProposalsQuery,
): Promise<ProposalPage> => list(context, 'all', query);

/** Larger pages are not kept whole: they are asked once, by programs. */
const CACHED_PAGE_ROWS = 50;
/**
 * Where all are found at once anyway, the ids of so many are kept, for the pages that are turned to
 * next.
 */
const CACHED_IDS = 500;

async function list(
  context: Context,
  scope: Scope,
  query: ListProposalsQuery,
): Promise<ProposalPage> {
  const { skip, limit, sort, ...filters } = query;
  if (limit > CACHED_PAGE_ROWS) return readPage(context, scope, query);
  return getCached(context, scope, filters, `page,${sort},${skip},${limit}`, () =>
    readPage(context, scope, query),
  );
}

async function readPage(
  context: Context,
  scope: Scope,
  query: ListProposalsQuery,
): Promise<ProposalPage> {
  const { db } = context;
  const { skip, limit, sort, ...filters } = query;
  const total = await getCached(context, scope, filters, 'total', () =>
    lists.countProposals(db, scope, filters),
  );
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

type Value = number | string[] | ProposalPage;
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
 * lists of all.
 */
async function getCached<V extends Value>(
  { db, cache, receivedAt }: Context,
  scope: Scope,
  filters: Omit<ProposalFilters, 'sort'>,
  what: string,
  make: () => Promise<V>,
): Promise<V> {
  if (scope !== 'all') return make();
  const { q, program_id, sector, region, funding_stage, is_approved } = filters;
  const key = JSON.stringify([
    numberOf(db),
    what,
    q,
    program_id,
    sector,
    region,
    funding_stage,
    is_approved,
  ]);
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
    : bytesOfText(JSON.stringify(value.items)) * OBJECTS_PER_TEXT;
}

const BATCH = 250;

/**
 * The CSV, in pieces: all that match the filters, newest first. Never holds more than one batch.
 */
export async function* exportProposals(
  { db }: Context,
  filters: Omit<ProposalFilters, 'sort'>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(CSV_COLUMNS);
  let last: lists.ExportRow | undefined;
  do {
    const rows = await lists.listForExport(db, filters, last, BATCH);
    // On SQLite nothing waits by itself, and everybody else would wait for the whole export.
    await breathe();
    if (rows.length > 0) yield rows.map(toLine).join('');
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}

function toLine(row: lists.ExportRow): string {
  return csvLine([
    row.title,
    `${row.applicant_first_name} ${row.applicant_last_name}`,
    row.business_sector,
    formatStage(row.funding_stage),
    formatApproval(row.is_approved),
    row.created_at.toISOString().slice(0, 10),
  ]);
}
