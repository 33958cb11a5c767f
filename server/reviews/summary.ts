/** Counts of proposals by their fields: one call for the home screen and the filters. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { DAY_MS } from '#domain/constants.ts';
import { seesContacts } from '#domain/permissions.ts';
import { DECISIONS, STANDINGS, type Standing } from '#domain/proposals/decision-rules.ts';
import { FUNDING_STAGES } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import {
  proposalSummary,
  summaryFilters,
  type ProposalSummary,
  type SummaryFilters,
} from '#domain/reviews/schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import type { UserContext } from '../context.ts';
import type { Db } from '../db/open.ts';
import { calls, one } from '../http/calls.ts';
import { countMatches, filtersFor, toDo } from '../proposals/lists.ts';
import { matchingSource, type Filters, type Source } from '../proposals/list-store.ts';
import * as store from './summary-store.ts';

/** The last day before a deadline may be on two calendar days. */
const HOURLY_MS = 2 * DAY_MS;

async function summarize(context: UserContext, asked: SummaryFilters) {
  const { db, actor } = context;
  const filters = filtersFor(context, asked);
  const counted = await count(db, await matchingSource(db, filters), filters);
  const summary = await present(db, counted, await countWaiting(context, filters, counted.facts));
  return seesContacts(actor.role) ? summary : withoutContacts(summary);
}

type WaitingCounts = Pick<
  ProposalSummary,
  'unread' | 'changed_since_read' | 'unread_messages' | 'open_requests'
>;

/**
 * What the caller or the firm has not seen yet. Nothing if the filters ask for the opposite. `facts`
 * are of all that match.
 */
async function countWaiting(
  { db, actor, clock }: UserContext,
  filters: Filters,
  facts: store.Fact[],
): Promise<WaitingCounts> {
  const count = async (isOpposite: boolean, condition: Filters): Promise<number> =>
    isOpposite ? 0 : countMatches(db, 'all', { ...filters, ...condition });
  const due = toDo(filters);
  const matching = facts.filter(({ decision }) => !due.decision || decision === due.decision);
  const total = matching.reduce((sum, fact) => sum + fact.count, 0);
  const read = { by: actor.id, is: true };
  // A search counts only so far.
  const unread = filters.q
    ? await count(filters.read?.is === true, { read: { ...read, is: false }, ...due })
    : total - (await count(filters.read?.is === false, { read, ...due }));
  return {
    unread: filters.read?.is === true ? 0 : Math.max(unread, 0),
    changed_since_read: await count(filters.changed?.is === false, {
      changed: { for: actor.id, is: true },
    }),
    unread_messages: await count(filters.unreadMessages?.is === false, {
      unreadMessages: { from: 'applicant', is: true },
    }),
    open_requests: await count(filters.openRequest?.is === false, {
      openRequest: { is: true, at: clock() },
    }),
  };
}

const withoutContacts = (summary: ProposalSummary) => ({
  ...summary,
  assigned: summary.assigned.map(({ email: _, ...person }) => person),
  deciders: summary.deciders.map(({ email: _, ...person }) => person),
});

/** The embedded database runs in this thread: others may run between two statements. */
async function count(db: Db, source: Source, filters: Filters) {
  const facts = await store.countFacts(db.read, source);
  await yieldToEventLoop();
  const days = await store.countDays(db, source);
  await yieldToEventLoop();
  return {
    facts,
    days,
    hours: isHourly(filters) ? await store.countHours(db, source) : [],
    assigned: await store.countByPerson(db, source, 'assigned_to'),
    decided: await store.countByPerson(db, source, 'decided_by'),
    flagged: await store.countFlagged(db.read, source),
    label: await store.countByLabel(db.read, source),
    rounds: await store.countRounds(db.read, source),
    unannounced: await store.countUnannounced(db.read, source),
  };
}

const isHourly = ({ received_from: from, received_to: to }: Filters) =>
  from !== undefined && to !== undefined && to.getTime() - from.getTime() <= HOURLY_MS;

/** Sums by the values of one field; contains every known value. */
function sumBy<Row extends { count: number }, K extends string>(
  rows: Row[],
  valueOf: (row: Row) => K,
  known: readonly K[] = [],
) {
  const sums = new Map<K, number>(known.map((value) => [value, 0]));
  for (const row of rows) sums.set(valueOf(row), (sums.get(valueOf(row)) ?? 0) + row.count);
  return sums;
}

const toObject = <K extends string>(sums: Map<K, number>) =>
  Object.fromEntries(sums) as Record<K, number>;

async function present(
  { read }: Db,
  { facts, days, hours, assigned, decided, ...counted }: Awaited<ReturnType<typeof count>>,
  waiting: Awaited<ReturnType<typeof countWaiting>>,
) {
  const decision = toObject(sumBy(facts, (fact) => fact.decision, STANDINGS));
  const total = facts.reduce((sum, fact) => sum + fact.count, 0);
  return {
    total,
    status: { approved: decision.approved, unapproved: total - decision.approved },
    decision,
    stage: toObject(sumBy(facts, (fact) => fact.funding_stage, FUNDING_STAGES)),
    program: presentPrograms(facts, await store.listTitles(read)),
    sector: toObject(sumBy(facts, (fact) => fact.business_sector, SECTORS)),
    region: toObject(sumBy(facts, (fact) => fact.region as (typeof REGIONS)[number], REGIONS)),
    day: presentDays(days),
    hour: presentDays(hours).map(({ date, count }) => ({ at: `${date}:00:00.000Z`, count })),
    assigned: await presentPeople(read, assigned, {
      total: assigned,
      decided: ofDecision(assigned, 'approved', 'declined'),
    }),
    deciders: await presentPeople(read, decided, {
      approved: ofDecision(decided, 'approved'),
      declined: ofDecision(decided, 'declined'),
    }),
    nobody:
      decision.undecided -
      ofDecision(assigned, 'undecided').reduce((sum, { count }) => sum + count, 0),
    ...{ flagged: counted.flagged, label: counted.label, rounds: counted.rounds },
    unannounced: toObject(sumBy(counted.unannounced, ({ decision: of }) => of, DECISIONS)),
    ...waiting,
  };
}

const presentPrograms = (facts: store.Fact[], titles: Map<string, string>) =>
  [...sumBy(facts, (fact) => fact.program_id)]
    .filter(([, count]) => count > 0)
    .map(([id, count]) => ({ id, title: titles.get(id) ?? '', count }))
    .sort((one, other) => other.count - one.count || one.title.localeCompare(other.title));

function presentDays(days: store.Day[]) {
  return [...sumBy(days, ({ date }) => date)]
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, count]) => ({ date, count }));
}

/** Everybody in these rows, with how many of theirs the rows of some decisions count. */
async function presentPeople<K extends string>(
  read: Db['read'],
  rows: store.OfPerson[],
  counts: Record<K, store.OfPerson[]>,
) {
  const sums = Object.entries<store.OfPerson[]>(counts).map(
    ([name, counted]) => [name, sumBy(counted, ({ person }) => person)] as const,
  );
  const countsOf = (id: string) =>
    Object.fromEntries(sums.map(([name, sum]) => [name, sum.get(id) ?? 0])) as Record<K, number>;
  return (await peopleOf(read, rows)).map((person) => ({ ...person, ...countsOf(person.id) }));
}

const ofDecision = (rows: store.OfPerson[], ...wanted: Standing[]) =>
  rows.filter(({ decision }) => wanted.includes(decision));

/** Everybody in these rows, by name; an account that has been closed has none. */
async function peopleOf(read: Db['read'], rows: store.OfPerson[]) {
  const ids = [...new Set(rows.map(({ person }) => person))];
  const people = await store.listPeople(read, ids);
  return ids
    .map((id) => ({ id, ...(people.get(id) ?? { name: '', email: '' }) }))
    .sort((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

export const summaryCalls = calls({
  'GET /proposals/admin/summary': one(
    'proposals.listAll',
    'Count proposals by field, with the filters of the list',
    { query: summaryFilters, answer: proposalSummary, run: summarize },
  ),
});
