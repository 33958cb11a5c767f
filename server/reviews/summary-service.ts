/** Counts of proposals by their fields: one call for the home screen and the filters. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { DAY_MS } from '#domain/durations.ts';
import { dayOf, startOfDay } from '#domain/dates.ts';
import { DECISIONS } from '#domain/proposals/decision-rules.ts';
import { FUNDING_STAGES } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary, SummaryFilters } from '#domain/reviews/summary-schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import type { UserContext } from '../context.ts';
import { isSmall } from '../db/list-query.ts';
import type { Db } from '../db/open.ts';
import { countMatches, filtersFor, getCached } from '../proposals/list-service.ts';
import * as lists from '../proposals/list-store.ts';
import * as store from './summary-store.ts';

/**
 * The maximum span for which hours are counted: the last day before a deadline may be on two
 * calendar days.
 */
const HOURLY_MS = 2 * DAY_MS;
/** A longer span is counted in one statement, because most of its days would be empty. */
const MOST_DAYS = 3_660;
/** Up to this number, matches are looked up by their filters, in one statement. */
const LED_BY_FILTERS = 20_000;
/** Statements after which other requests may run. */
const STATEMENTS_PER_YIELD = 10;

type Parts = { facts: store.Fact[]; days: store.Day[] };
type Desk = { assigned: store.Assigned[]; flagged: number; hours: store.Day[] };
type Counted = Parts & Desk;

/** For the same filters as the list. Usually takes only a few statements. */
export async function summarize(
  context: UserContext,
  asked: SummaryFilters,
): Promise<ProposalSummary> {
  const { read, ...filters } = filtersFor(context, asked);
  const me = context.actor.id;
  const readOnes = await lists.countRead(context.db, filters, me);
  if (!read) {
    const summary = await summarizeAll(context, filters);
    return { ...summary, unread: Math.max(summary.total - readOnes, 0) };
  }
  const source = await lists.readSource(context.db, filters, me);
  const mine = await countWhole(context.db, source, filters);
  if (read.is) return present(context.db, mine, 0);
  const all = await countAll(context, filters);
  return present(context.db, without(all, mine), Math.max(totalOf(all) - readOnes, 0));
}

const totalOf = ({ facts }: Pick<Counted, 'facts'>): number =>
  facts.reduce((total, { count }) => total + count, 0);

/** The difference: subtracts the counts of read proposals. */
const without = (all: Counted, read: Counted): Counted => {
  const negative = <Row extends { count: number }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, count: -row.count }));
  return {
    facts: [...all.facts, ...negative(read.facts)],
    days: [...all.days, ...negative(read.days)],
    hours: [...all.hours, ...negative(read.hours)],
    assigned: [...all.assigned, ...negative(read.assigned)],
    flagged: all.flagged - read.flagged,
  };
};

const summarizeAll = (context: UserContext, filters: lists.Filters): Promise<ProposalSummary> =>
  getCached(context, 'all', filters, 'summary', async () =>
    present(context.db, await countAll(context, filters), 0),
  );

async function countAll(context: UserContext, filters: lists.Filters): Promise<Counted> {
  const { db } = context;
  const total = await countMatches(context, 'all', filters);
  const isSmallResult = isSmall(total) || (total <= LED_BY_FILTERS && isNarrowed(filters));
  const source = await lists.matchingSource(db, filters, isSmallResult);
  // The embedded database runs in this thread: a large count is split into parts.
  const days = db.engine === 'sqlite' && !isSmallResult ? await listDays(db) : [];
  if (days.length === 0) return countWhole(db, source, filters);
  const count = filters.q ? countWithWords : countByParts;
  return { ...(await count(db, source, days)), ...(await countDesk(db, source, filters)) };
}

const countWhole = async (
  db: Db,
  source: lists.Source,
  filters: lists.Filters,
): Promise<Counted> => ({
  facts: await store.countFacts(db.read, source),
  days: await store.countDays(db, source),
  ...(await countDesk(db, source, filters)),
});

const countDesk = async (db: Db, source: lists.Source, filters: lists.Filters): Promise<Desk> => ({
  assigned: await store.countAssigned(db, source),
  flagged: await store.countFlagged(db.read, source),
  hours: isHourly(filters) ? await store.countHours(db, source) : [],
});

const isHourly = ({ received_from: from, received_to: to }: lists.Filters): boolean =>
  from !== undefined && to !== undefined && to.getTime() - from.getTime() <= HOURLY_MS;

/** Whether it is filtered other than by words, whose index does not contain the fields. */
const isNarrowed = ({ q, ...filters }: lists.Filters): boolean =>
  !q && Object.values(filters).some((value) => value !== undefined);

type Period = { from: Date; to: Date };

/** Every day from the first proposal to the last; none if there are too many. */
async function listDays({ read }: Db): Promise<Period[]> {
  const span = await store.findSpan(read);
  if (!span) return [];
  const first = startOfDay(span.first).getTime();
  const length = Math.floor((span.last.getTime() - first) / DAY_MS) + 1;
  if (length > MOST_DAYS) return [];
  return Array.from({ length }, (_, place) => ({
    from: new Date(first + place * DAY_MS),
    to: new Date(first + (place + 1) * DAY_MS),
  }));
}

/** Counts programs and days separately, each by the index in their order. */
async function countByParts(db: Db, source: lists.Source, periods: Period[]): Promise<Parts> {
  const [facts, days]: [store.Fact[], store.Day[]] = [[], []];
  for (const programId of (await store.listTitles(db.read)).keys()) {
    facts.push(...(await store.countFactsOf(db.read, source, programId)));
    await yieldToEventLoop();
  }
  for (const [place, { from, to }] of periods.entries()) {
    const count = await store.countBetween(db.read, source, from, to);
    if (count > 0) days.push({ date: dayOf(from), count });
    if (place % STATEMENTS_PER_YIELD === 0) await yieldToEventLoop();
  }
  return { facts, days };
}

/** Reads each text only once. */
async function countWithWords(db: Db, source: lists.Source, periods: Period[]): Promise<Parts> {
  const counted: Parts = { facts: [], days: [] };
  for (const { from, to } of periods) {
    const facts = await store.countFactsBetween(db.read, source, from, to);
    counted.facts.push(...facts);
    counted.days.push({ date: dayOf(from), count: totalOf({ facts }) });
    await yieldToEventLoop();
  }
  return counted;
}

/** Sums by the values of one field; contains every known value. */
function sumBy<Row extends { count: number }, K extends string>(
  rows: Row[],
  valueOf: (row: Row) => K,
  known: readonly K[] = [],
): Map<K, number> {
  const sums = new Map<K, number>(known.map((value) => [value, 0]));
  for (const row of rows) sums.set(valueOf(row), (sums.get(valueOf(row)) ?? 0) + row.count);
  return sums;
}

const toObject = <K extends string>(sums: Map<K, number>): Record<K, number> =>
  Object.fromEntries(sums) as Record<K, number>;

async function present(
  { read }: Db,
  { facts, days, hours, assigned, flagged }: Counted,
  unread: number,
): Promise<ProposalSummary> {
  const decision = toObject(sumBy(facts, (fact) => fact.decision, DECISIONS));
  const total = totalOf({ facts });
  return {
    total,
    status: { approved: decision.approved, unapproved: decision.undecided + decision.declined },
    decision,
    stage: toObject(sumBy(facts, (fact) => fact.funding_stage, FUNDING_STAGES)),
    program: presentPrograms(facts, await store.listTitles(read)),
    sector: toObject(sumBy(facts, (fact) => fact.business_sector, SECTORS)),
    region: toObject(sumBy(facts, (fact) => fact.region as (typeof REGIONS)[number], REGIONS)),
    day: presentDays(days),
    hour: presentDays(hours).map(({ date, count }) => ({ at: `${date}:00:00.000Z`, count })),
    assigned: await presentAssigned(read, assigned),
    nobody: total - assigned.reduce((sum, { count }) => sum + count, 0),
    flagged,
    unread,
  };
}

/** The largest first. */
const presentPrograms = (
  facts: store.Fact[],
  titles: Map<string, string>,
): ProposalSummary['program'] =>
  [...sumBy(facts, (fact) => fact.program_id)]
    .filter(([, count]) => count > 0)
    .map(([id, count]) => ({ id, title: titles.get(id) ?? '', count }))
    .sort((one, other) => other.count - one.count || one.title.localeCompare(other.title));

function presentDays(days: store.Day[]): ProposalSummary['day'] {
  return [...sumBy(days, ({ date }) => date)]
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, count]) => ({ date, count }));
}

async function presentAssigned(
  read: Db['read'],
  assigned: store.Assigned[],
): Promise<ProposalSummary['assigned']> {
  const totals = sumBy(assigned, (row) => row.assigned_to);
  const decided = sumBy(
    assigned.filter(({ decision }) => decision !== 'undecided'),
    (row) => row.assigned_to,
  );
  const people = await store.listPeople(read, [...totals.keys()]);
  return [...totals]
    .filter(([, total]) => total > 0)
    .map(([id, total]) => ({
      id,
      name: people.get(id)?.name ?? '',
      email: people.get(id)?.email ?? '',
      total,
      decided: decided.get(id) ?? 0,
    }))
    .sort((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}
