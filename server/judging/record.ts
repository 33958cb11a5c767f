/** The public record: how a program was judged, for everybody to check. */
import { site } from '#content/site.ts';
import { hideSmall } from '#domain/judging/record-rules.ts';
import type { ListedRecord, PublicRecord } from '#domain/judging/record-schema.ts';
import { OUTCOMES, type Outcome } from '#domain/judging/rules.ts';
import { Problem } from '#domain/problem.ts';
import { REGIONS } from '#domain/regions.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import type { KeptReceived, KeptRecord } from '../db/tables.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { findJudges } from '../judges/store.ts';
import { programs } from '../programs/store.ts';
import { asOf } from '../rounds/service.ts';
import { presentJudged, presentSeal } from '../rounds/setup.ts';
import {
  listPanel,
  listRounds,
  listSeals,
  rounds as roundRows,
  type RoundRow,
} from '../rounds/store.ts';
import { nameOf } from '../sessions/store.ts';
import { listOfRound } from './conflict-store.ts';
import { listEntries, type EntryRow } from './entry-store.ts';
import * as store from './result-store.ts';
import { type EntryCount, findSeal } from './result-store.ts';

const notFound = () => new Problem('not_found', ROUND.notFound);

/** Of records, seals and numbers. */
export const LICENSE = 'https://creativecommons.org/licenses/by/4.0/';

export async function listRecords({ db }: Context): Promise<ListedRecord[]> {
  const opened = (await listRounds(db.read)).filter(({ state }) => state !== 'draft');
  const sectors = new Map((await store.listSectors(db.read)).map(({ id, sector }) => [id, sector]));
  return [...Map.groupBy(opened, ({ program_id }) => program_id)].map(([id, rounds]) => {
    const released = rounds.flatMap(({ released_at }) => released_at?.getTime() ?? []);
    return {
      program_id: id,
      program_title: rounds[0]!.program_title,
      sector: sectors.get(id)!,
      rounds: rounds.length,
      released_at: released.length > 0 ? new Date(Math.max(...released)).toISOString() : null,
    };
  });
}

/** While the round is open, who has accepted; from then on, who wrote a review that counts. */
async function presentJudges(db: Executor, round: RoundRow) {
  const isOpen = round.state === 'open';
  const ids = await (isOpen ? listPanel(db, round.id) : store.listReaders(db, round.id));
  const judges = await findJudges(db, ids);
  const count = isOpen ? judges.filter(({ state }) => state === 'accepted').length : judges.length;
  if (round.state !== 'released') return { count, named: null, unnamed: null };
  const named = judges.filter(({ is_named }) => is_named);
  return {
    count,
    named: named
      .map(({ position, organisations: [organisation = null], ...person }) => ({
        ...{ name: nameOf(person), position, organisation },
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    unnamed: count - named.length,
  };
}

type SealedEntry = { outcome: Outcome; reason: string | null; reviews: number };

/** From the sealed file, which outlives reviews and applicants. */
function readSealed(bytes: string, { reviews_per_proposal: planned }: RoundRow) {
  const { entries } = JSON.parse(bytes) as { entries: SealedEntry[] };
  const judged = entries.filter(({ outcome }) => OUTCOMES.includes(outcome));
  const selected = judged.filter(({ outcome }) => outcome === 'selected').length;
  return {
    reviews: judged.reduce((sum, { reviews }) => sum + reviews, 0),
    short: judged.filter(({ reviews }) => reviews < planned).length,
    // Reasons stand only at outcomes other than the first k in order.
    deviations: judged
      .filter(({ outcome }, place) => place < selected !== (outcome === 'selected'))
      .map(({ outcome, reason }) => ({ outcome, reason })),
  };
}

const sumOf = (counts: readonly { total: number }[]): number =>
  counts.reduce((sum, { total }) => sum + total, 0);

/** Of the entries that are in: those with fewer reviews than asked, or with one not given. */
const countShort = async (db: Executor, round: RoundRow, inside: number): Promise<number> =>
  round.kind === 'pitch'
    ? store.countUnfinished(db, round.id)
    : inside - (await store.countRead(db, round.id, round.reviews_per_proposal));

async function countConflicts(db: Executor, roundId: string): Promise<KeptRecord['conflicts']> {
  const conflicts = await listOfRound(db, roundId);
  const originOf = (origin: string) => conflicts.filter((one) => one.origin === origin).length;
  return {
    ...{ found: originOf('found'), declared: originOf('declared') },
    recorded: originOf('recorded'),
    cleared: conflicts.filter(({ state }) => state === 'cleared').length,
  };
}

/**
 * Stores what the record would lose with the proposals of an ended season; returns how many of them
 * there were.
 */
export async function keepRecord(tx: Executor, programId: string): Promise<KeptReceived> {
  for (const { id, state } of await listRounds(tx, programId)) {
    if (state === 'draft') continue;
    const selected = await store.listNamed(tx, id);
    const kept: KeptRecord = { conflicts: await countConflicts(tx, id), selected };
    await roundRows.change(tx, { id }, { kept: JSON.stringify(kept) });
  }
  return countReceived(tx, programId);
}

const countReceived = async (db: Executor, programId: string): Promise<KeptReceived> => ({
  received: await store.countReceived(db, programId),
  typed: await store.countReceived(db, programId, true),
});

/** For a season that goes on. */
export async function dropKeptRecord(tx: Executor, programId: string) {
  for (const { id } of await listRounds(tx, programId))
    await roundRows.change(tx, { id }, { kept: null });
}

/** Of an ended season, as it stood then. */
async function presentKept(db: Executor, { id, kept, state }: RoundRow): Promise<KeptRecord> {
  if (kept) return kept;
  const selected = state === 'released' ? await store.listNamed(db, id) : [];
  return { conflicts: await countConflicts(db, id), selected };
}

async function presentRound(db: Executor, round: RoundRow, entries: readonly EntryCount[]) {
  const reviews = await store.countReviews(db, round.id);
  const isReleased = round.state === 'released';
  const inside = sumOf(entries.filter(({ state }) => state === 'in'));
  const left = (state: string) => sumOf(reviews.filter((one) => one.state === state));
  const seal = isReleased ? await findSeal(db, round.id) : undefined;
  const sealed = seal && readSealed(seal.bytes, round);
  const short = await countShort(db, round, inside);
  const counted = reviews.filter((one) => one.state === 'submitted' && one.entry_state === 'in');
  return {
    ...presentJudged(round),
    entries: sumOf(entries),
    reviews: sealed?.reviews ?? sumOf(counted),
    abstained: left('abstained'),
    recused: left('recused'),
    short: sealed && round.kind === 'reading' ? sealed.short : short,
    ...(await presentKept(db, round)),
    judges: await presentJudges(db, round),
    withdrawn: sumOf(entries.filter(({ state }) => state === 'withdrawn')),
    absent: sumOf(entries.filter(({ state }) => state === 'absent')),
    changes: round.changes,
    corrections: round.corrections ?? [],
    reopened: round.reopened,
    seals: (await listSeals(db, [round.id])).map(presentSeal),
    seed: isReleased ? round.seed : null,
    deviations: sealed?.deviations ?? [],
  };
}

const countBy = (entries: readonly EntryCount[]): number[] =>
  REGIONS.map((name) => sumOf(entries.filter(({ region }) => region === name)));

/** The last released ones: what a region has in the end. */
function finalists(rounds: readonly RoundRow[], entries: readonly EntryCount[]): EntryCount[] {
  const released = rounds.filter(({ state }) => state === 'released');
  const last = Math.max(...released.map(({ position }) => position));
  const ids = released.filter(({ position }) => position === last).map(({ id }) => id);
  return entries.filter(
    ({ round_id, state, outcome }) =>
      ids.includes(round_id) && state === 'in' && outcome === 'selected',
  );
}

const totalOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, total) => sum + total, 0);

export async function getRecord({ db, clock }: Context, id: string): Promise<PublicRecord> {
  const { read } = db;
  const program = isId(id) ? await programs.find(read, { id }) : undefined;
  const rounds = (program ? await listRounds(read, id) : [])
    .filter(({ state }) => state !== 'draft')
    .map((round) => asOf(round, clock()));
  if (!program || rounds.length === 0) throw notFound();
  const ids = rounds.map((round) => round.id);
  const all = await store.countEntries(read, ids);
  const entries = new Map(ids.map((one) => [one, all.filter(({ round_id }) => round_id === one)]));
  const kept = program.received ?? (await countReceived(read, id));
  const shown = (counts: Record<string, number>) =>
    hideSmall(REGIONS.map((region) => counts[region] ?? 0));
  const [received, typed] = [shown(kept.received), shown(kept.typed)];
  const entered = new Map(
    [...entries].map(([roundId, rows]) => [roundId, hideSmall(countBy(rows))]),
  );
  const selected = countBy(finalists(rounds, all));
  return {
    program_id: id,
    program_title: program.title,
    sector: program.sector,
    deadline_date: program.deadline_date.toISOString(),
    received: totalOf(kept.received),
    on_behalf: hideSmall([totalOf(kept.typed)])[0]!,
    regions: REGIONS.map((region, index) => ({
      region,
      received: received[index]!,
      on_behalf: typed[index]!,
      entered: Object.fromEntries(
        [...entered].map(([roundId, column]) => [roundId, column[index]!]),
      ),
      selected: selected[index]!,
    })),
    rounds: await Promise.all(
      rounds.map((round) => presentRound(read, round, entries.get(round.id)!)),
    ),
    generated_at: clock().toISOString(),
    license: LICENSE,
  };
}

/** The regions of a record for spreadsheets; an empty cell is a small number. */
export async function exportCounts(context: Context, id: string): Promise<string> {
  const { regions, rounds } = await getRecord(context, id);
  const text = (count: number | null | undefined) =>
    count === null || count === undefined ? '' : String(count);
  const head = ['Region', 'Received', ...rounds.map((round) => String(round['name'])), 'Selected'];
  const lines = regions.map((row) =>
    csvLine([
      row.region,
      text(row.received),
      ...rounds.map((round) => text(row.entered[round.id])),
      String(row.selected),
    ]),
  );
  return BYTE_ORDER_MARK + csvLine(head) + lines.join('');
}

/** Exactly the bytes that were sealed. */
export async function getSealedFile({ db }: Context, roundId: string): Promise<string> {
  const rounds = await listRounds(db.read);
  const round = rounds.find(({ id, state }) => id === roundId && state === 'released');
  const seal = round && (await findSeal(db.read, round.id));
  if (!seal) throw notFound();
  return seal.bytes;
}

/** The 360Giving package of the funded ones. */
export async function exportGrants(context: Context, id: string): Promise<object> {
  const prefix = context.config.grantsPrefix;
  const record = await getRecord(context, id);
  const grants = [];
  for (const round of await listRounds(context.db.read, id)) {
    if (round.state !== 'released' || !round.is_final || !prefix) continue;
    for (const entry of await listEntries(context.db.read, round.id))
      if (entry.outcome === 'selected' && entry.amount !== null && entry.business_name !== null)
        grants.push(toGrant({ prefix, record, round, entry }));
  }
  if (grants.length === 0) throw notFound();
  return { version: '1.4', license: LICENSE, grants };
}

type Grant = { prefix: string; record: PublicRecord; round: RoundRow; entry: EntryRow };

const toGrant = ({ prefix, record, round, entry }: Grant) => {
  const key = entry.key.slice(0, 12);
  return {
    id: `${prefix}-${key}`,
    title: `Funding for ${entry.business_name}`,
    description: `Funding awarded in the program ${record.program_title}.`,
    currency: 'GHS',
    amountAwarded: entry.amount,
    awardDate: round.released_at!.toISOString().slice(0, 10),
    recipientOrganization: [{ id: `${prefix}-org-${key}`, name: entry.business_name }],
    fundingOrganization: [{ id: prefix, name: site.name }],
    grantProgramme: [{ title: record.program_title }],
    beneficiaryLocation: [{ name: entry.region, countryCode: 'GH' }],
    fromOpenCall: 'Yes',
  };
};
