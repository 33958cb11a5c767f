/** Counts of proposals by their fields: one call for the home screen and the filters. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { DAY_MS } from '#domain/durations.ts';
import { seesContacts } from '#domain/permissions.ts';
import { DECISIONS, type Decision } from '#domain/proposals/decision-rules.ts';
import { FUNDING_STAGES } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary, SummaryFilters } from '#domain/reviews/summary-schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import type { UserContext } from '../context.ts';
import type { Db } from '../db/open.ts';
import { countMatches, filtersFor } from '../proposals/list-service.ts';
import { matchingSource, type Filters, type Source } from '../proposals/list-store.ts';
import * as store from './summary-store.ts';

/**
 * The maximum span for which hours are counted: the last day before a deadline may be on two
 * calendar days.
 */
const HOURLY_MS = 2 * DAY_MS;

type CountedGroup = {
  facts: store.Fact[];
  days: store.Day[];
  hours: store.Day[];
  assigned: store.OfPerson[];
  decided: store.OfPerson[];
  flagged: number;
  labelled: ProposalSummary['label'];
};

/** For the same filters as the list. */
export async function summarize(
  context: UserContext,
  asked: SummaryFilters,
): Promise<ProposalSummary> {
  const { db, actor } = context;
  const filters = filtersFor(context, asked);
  const counted = await count(db, await matchingSource(db, filters), filters);
  const summary = await present(db, counted, await countWaiting(context, filters));
  return seesContacts(actor.role) ? summary : withoutContacts(summary);
}

type WaitingCounts = Pick<
  ProposalSummary,
  'unread' | 'changed_since_read' | 'unread_messages' | 'open_requests'
>;

/** What the caller or the firm has not seen yet. Nothing if the filters ask for the opposite. */
async function countWaiting(
  { db, actor, clock }: UserContext,
  filters: Filters,
): Promise<WaitingCounts> {
  const count = async (isOpposite: boolean, condition: Filters): Promise<number> =>
    isOpposite ? 0 : countMatches(db, 'all', { ...filters, ...condition });
  return {
    unread: await count(filters.read?.is === true, { read: { by: actor.id, is: false } }),
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

const withoutContacts = (summary: ProposalSummary): ProposalSummary => ({
  ...summary,
  assigned: summary.assigned.map(({ email: _, ...person }) => person),
  deciders: summary.deciders.map(({ email: _, ...person }) => person),
});

/** The embedded database runs in this thread: others may run between two statements. */
async function count(db: Db, source: Source, filters: Filters): Promise<CountedGroup> {
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
    labelled: await store.countByLabel(db.read, source),
  };
}

const isHourly = ({ received_from: from, received_to: to }: Filters): boolean =>
  from !== undefined && to !== undefined && to.getTime() - from.getTime() <= HOURLY_MS;

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
  { facts, days, hours, assigned, decided, flagged, labelled }: CountedGroup,
  waiting: WaitingCounts,
): Promise<ProposalSummary> {
  const decision = toObject(sumBy(facts, (fact) => fact.decision, DECISIONS));
  const total = facts.reduce((sum, fact) => sum + fact.count, 0);
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
    deciders: await presentDeciders(read, decided),
    nobody: total - assigned.reduce((sum, { count }) => sum + count, 0),
    flagged,
    label: labelled,
    ...waiting,
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
  rows: store.OfPerson[],
): Promise<ProposalSummary['assigned']> {
  const totals = sumBy(rows, ({ person }) => person);
  const decided = sumBy(ofDecision(rows, 'approved', 'declined'), ({ person }) => person);
  return (await peopleOf(read, rows)).map((person) => ({
    ...person,
    total: totals.get(person.id)!,
    decided: decided.get(person.id) ?? 0,
  }));
}

async function presentDeciders(
  read: Db['read'],
  rows: store.OfPerson[],
): Promise<ProposalSummary['deciders']> {
  const approved = sumBy(ofDecision(rows, 'approved'), ({ person }) => person);
  const declined = sumBy(ofDecision(rows, 'declined'), ({ person }) => person);
  return (await peopleOf(read, rows)).map((person) => ({
    ...person,
    approved: approved.get(person.id) ?? 0,
    declined: declined.get(person.id) ?? 0,
  }));
}

const ofDecision = (rows: store.OfPerson[], ...wanted: Decision[]): store.OfPerson[] =>
  rows.filter(({ decision }) => wanted.includes(decision));

type Person = { id: string; name: string; email: string };

/** Everybody in these rows, by name; an account that has been closed has none. */
async function peopleOf(read: Db['read'], rows: store.OfPerson[]): Promise<Person[]> {
  const ids = [...new Set(rows.map(({ person }) => person))];
  const people = await store.listPeople(read, ids);
  return ids
    .map((id) => ({ id, ...(people.get(id) ?? { name: '', email: '' }) }))
    .sort((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}
