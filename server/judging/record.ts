/** The public record: how a program was judged, for everybody to check. */
import { site } from '#content/site.ts';
import { hideSmall } from '#domain/judging/record-rules.ts';
import type { ListedRecord, PublicRecord } from '#domain/judging/record-schema.ts';
import { isActive, OUTCOMES, type Outcome } from '#domain/judging/rules.ts';
import { Problem } from '#domain/problem.ts';
import { REGIONS } from '#domain/regions.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import type { Context } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { findJudges } from '../judges/store.ts';
import { presentJudged, presentSeal } from '../rounds/presentation.ts';
import { asOf } from '../rounds/service.ts';
import { listRoundJudges, listRounds, listSeals, type RoundRow } from '../rounds/store.ts';
import { listOfRound } from './conflict-store.ts';
import { listEntries, type EntryRow } from './entry-store.ts';
import { countReceived, findProgram, listSectors } from './record-store.ts';
import { listReviews } from './review-store.ts';
import { findSeal } from './seal-store.ts';

const notFound = () => new Problem('not_found', ROUND.notFound);

/** Of records, seals and numbers. */
export const LICENSE = 'https://creativecommons.org/licenses/by/4.0/';

/** Programs with a round that was opened. */
export async function listRecords({ db }: Context): Promise<ListedRecord[]> {
  const opened = (await listRounds(db.read)).filter(({ state }) => state !== 'draft');
  const sectors = new Map((await listSectors(db.read)).map(({ id, sector }) => [id, sector]));
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

async function presentJudges(db: Executor, round: RoundRow, readers: readonly string[]) {
  const members = (await listRoundJudges(db, [round.id])).map(({ judge_id }) => judge_id);
  const ids = [...new Set([...members, ...readers])];
  if (round.state !== 'released') return { count: ids.length, named: null, unnamed: null };
  const named = (await findJudges(db, ids)).filter(({ is_named }) => is_named);
  return {
    count: ids.length,
    named: named
      .map(({ first_name, last_name, position, organisations }) => ({
        name: `${first_name} ${last_name}`,
        position,
        organisation: organisations[0] ?? null,
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    unnamed: ids.length - named.length,
  };
}

type SealedOutcome = { rank: number | null; outcome: Outcome; reason: string | null };

/**
 * Outcomes other than the first k in order, from the sealed file: it outlives the reviews. Reasons
 * stand at these only.
 */
function deviationsIn(bytes: string): { outcome: Outcome; reason: string | null }[] {
  const { entries } = JSON.parse(bytes) as { entries: SealedOutcome[] };
  const judged = entries.filter(({ outcome }) => OUTCOMES.includes(outcome));
  const selected = judged.filter(({ outcome }) => outcome === 'selected').length;
  return judged
    .filter(({ outcome }, place) => place < selected !== (outcome === 'selected'))
    .map(({ outcome, reason }) => ({ outcome, reason }));
}

async function presentRound(db: Executor, round: RoundRow, entries: readonly EntryRow[]) {
  const reviews = await listReviews(db, round.id);
  const conflicts = await listOfRound(db, round.id);
  const isReleased = round.state === 'released';
  const inside = entries.filter(({ state }) => state === 'in');
  const counted = reviews.filter((one) => one.state === 'submitted' && one.entry_state === 'in');
  const isShort = ({ id }: EntryRow) =>
    reviews.filter((one) => one.entry_id === id && isActive(one.state)).length <
    round.reviews_per_proposal;
  const count = (state: string) => reviews.filter((one) => one.state === state).length;
  const seal = isReleased ? await findSeal(db, round.id) : undefined;
  const originOf = (origin: string) => conflicts.filter((one) => one.origin === origin).length;
  return {
    ...presentJudged(round),
    entries: entries.length,
    reviews: counted.length,
    abstained: count('abstained'),
    recused: count('recused'),
    short: inside.filter(isShort).length,
    conflicts: {
      found: originOf('found'),
      declared: originOf('declared'),
      recorded: originOf('recorded'),
      cleared: conflicts.filter(({ state }) => state === 'cleared').length,
    },
    judges: await presentJudges(
      db,
      round,
      reviews.map(({ judge_id }) => judge_id),
    ),
    withdrawn: entries.length - inside.length,
    changes: round.changes,
    reopened: round.reopened,
    seals: (await listSeals(db, [round.id])).map(presentSeal),
    seed: isReleased ? round.seed : null,
    deviations: seal ? deviationsIn(seal.bytes) : [],
    selected: isReleased
      ? inside
          .filter(({ outcome, business_name }) => outcome === 'selected' && business_name !== null)
          .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity))
          .map(({ business_name, business_location, region, key }) => ({
            business_name: business_name!,
            location: business_location!,
            region,
            key,
          }))
      : [],
  };
}

const countBy = (entries: readonly EntryRow[]): number[] =>
  REGIONS.map((name) => entries.filter(({ region }) => region === name).length);

/** The last released ones: what a region has in the end. */
function finalists(rounds: readonly RoundRow[], entries: ReadonlyMap<string, EntryRow[]>) {
  const released = rounds.filter(({ state }) => state === 'released');
  const last = Math.max(...released.map(({ position }) => position));
  return released
    .filter(({ position }) => position === last)
    .flatMap(({ id }) => entries.get(id)!)
    .filter(({ state, outcome }) => state === 'in' && outcome === 'selected');
}

/** Refuses with 404 a program without a round that was opened. */
export async function getRecord({ db, clock }: Context, id: string): Promise<PublicRecord> {
  const { read } = db;
  const program = isId(id) ? await findProgram(read, id) : undefined;
  const rounds = (program ? await listRounds(read, id) : [])
    .filter(({ state }) => state !== 'draft')
    .map((round) => asOf(round, clock()));
  if (!program || rounds.length === 0) throw notFound();
  const entries = new Map<string, EntryRow[]>();
  for (const round of rounds) entries.set(round.id, await listEntries(read, round.id));
  const counts = await countReceived(read, id);
  const received = hideSmall(REGIONS.map((region) => counts.get(region) ?? 0));
  const entered = new Map(
    [...entries].map(([roundId, rows]) => [roundId, hideSmall(countBy(rows))]),
  );
  const selected = countBy(finalists(rounds, entries));
  return {
    program_id: id,
    program_title: program.title,
    sector: program.sector,
    deadline_date: program.deadline_date.toISOString(),
    received: [...counts.values()].reduce((sum, total) => sum + total, 0),
    regions: REGIONS.map((region, index) => ({
      region,
      received: received[index]!,
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

/** Exactly the bytes that were sealed. Refuses with 404 before the release. */
export async function getSealedFile({ db }: Context, roundId: string): Promise<string> {
  const rounds = await listRounds(db.read);
  const round = rounds.find(({ id, state }) => id === roundId && state === 'released');
  const seal = round && (await findSeal(db.read, round.id));
  if (!seal) throw notFound();
  return seal.bytes;
}

/** The 360Giving package of the funded ones. Refuses with 404 where there is none. */
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
