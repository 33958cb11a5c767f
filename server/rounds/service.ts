/** Rounds until they open, and what every change of one needs. */
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LENGTHS } from '#domain/constants.ts';
import { foldText } from '#domain/fold-text.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { tooLong } from '#domain/plain-text.ts';
import { SHARED_RULES, invalid, Problem, requireAhead } from '#domain/problem.ts';
import { ZONES } from '#domain/regions.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { NEW_ROUND } from '#domain/rounds/new-round.ts';
import { ROUNDS } from '#domain/rounds/rules.ts';
import {
  type CreateRoundInput,
  type ListRoundsQuery,
  type Round,
  type RoundState,
  type UpdateRoundInput,
  createRoundInput,
  listRoundsQuery,
  round,
  updateRoundInput,
} from '#domain/rounds/schema.ts';
import { slotOf } from '#domain/rounds/slot-rules.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext, type Versioned } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { foldedWordsOf } from '../db/search.ts';
import { isId } from '../db/table.ts';
import type { NewRow, RowChanges } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { calls, list, none, reply, tagged } from '../http/calls.ts';
import { single } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { lockProgram } from '../programs/store.ts';
import { requireRunning } from '../proposals/store.ts';
import {
  presentJudged,
  presentSeal,
  reviewsOf,
  dropUnsent,
  followKind,
  requireJudges,
  toColumns,
  writeSetup,
} from './setup.ts';
import * as store from './store.ts';

type VersionedRound = Versioned<'round', Round>;

const notFound = () => new Problem('not_found', ROUND.notFound);

type Reading = Pick<UserContext, 'db' | 'clock'>;

/** A round closes at its moment, whether or not anybody has written that down yet. */
export const asOf = (row: store.RoundRow, now: Date): store.RoundRow =>
  row.state === 'open' && row.closes_at !== null && row.closes_at <= now
    ? { ...row, state: 'closed', closed_at: row.closes_at }
    : row;

export async function requireRound({ db, clock }: Reading, id: string, read: Executor = db.read) {
  const row = isId(id) ? await store.findRound(read, id) : undefined;
  if (!row) throw notFound();
  return asOf(row, clock());
}

/** Its results stand; only an admin who withdraws the seal can change them. */
export const isSealed = ({ state }: Pick<store.RoundRow, 'state'>): boolean =>
  state === 'sealed' || state === 'released';

export function requireState(row: store.RoundRow, wanted: RoundState): void {
  if (row.state === wanted) return;
  if (row.state === 'released') throw new Problem('round_released', ROUND.released);
  if (wanted === 'draft') throw new Problem('round_not_draft', ROUND.notDraft);
  if (wanted === 'open')
    throw new Problem('round_not_open', row.state === 'draft' ? ROUND.notOpenYet : ROUND.notOpen);
  if (wanted === 'sealed') throw new Problem('round_not_sealed', ROUND.notSealed);
  if (row.state === 'sealed') throw new Problem('round_sealed', ROUND.sealed);
  throw new Problem('round_not_closed', ROUND.notClosed);
}

export function requireOpened({ state }: store.RoundRow) {
  if (state === 'draft') throw new Problem('round_not_open', ROUND.notOpenYet);
}

export function requireClosed({ state }: store.RoundRow) {
  if (state === 'draft' || state === 'open')
    throw new Problem('round_open', JUDGING_RULES.roundOpen);
}

export function requireUnsealed({ state }: store.RoundRow) {
  if (state === 'sealed') throw new Problem('round_sealed', ROUND.sealed);
  if (state === 'released') throw new Problem('round_released', ROUND.released);
}

/** Null in a reading round, in a draft, and without sessions. */
export const slotIn = (
  { minutes, sessions }: Pick<store.RoundRow, 'minutes' | 'sessions'>,
  order: number | null,
): Date | null =>
  minutes && order !== null ? slotOf(order, { minutes, sessions: sessions ?? [] }) : null;

export function requirePitch({ kind }: store.RoundRow) {
  if (kind !== 'pitch') throw new Problem('not_a_pitch_round', ROUND.notPitch);
}

/** Locks the round until the transaction ends, and closes it if it is time. */
export async function lockRound(context: UserContext, tx: Executor, id: string) {
  const row = isId(id) ? await store.lockRound(tx, id) : undefined;
  if (!row) throw notFound();
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  await requireRunning(tx, row.program_id);
  const now = asOf(row, context.clock());
  const { state, closed_at } = now;
  if (now !== row) await store.rounds.change(tx, { id }, { state, closed_at });
  return now;
}

/** Grows with each change; what the public record shows turns over with it. */
export async function changeRound(
  context: Pick<UserContext, 'clock'>,
  tx: Executor,
  row: store.RoundRow,
  changes: RowChanges<'rounds'>,
): Promise<void> {
  const saved = { updated_at: context.clock(), version: row.version + 1 };
  await store.rounds.change(tx, { id: row.id }, { ...changes, ...saved });
  await raiseVersion(tx, 'public');
}

async function presentAll(
  { db, actor }: UserContext,
  rows: store.RoundRow[],
  read: Executor = db.read,
): Promise<Round[]> {
  if (actor.role === 'judge') return rows.map(presentJudged);
  const ids = rows.map(({ id }) => id);
  const judges = await store.listRoundJudges(read, ids);
  const counts = await store.countRounds(read, ids);
  const seals = await store.listSeals(read, ids);
  return rows.map((row) => {
    const figures = {
      counts: counts.get(row.id) ?? store.NO_COUNTS,
      seals: seals.filter(({ round_id }) => round_id === row.id).map(presentSeal),
    };
    // Who judged is for admins.
    if (actor.role === 'viewer') return { ...presentJudged(row), ...figures };
    const own = judges.filter(({ round_id }) => round_id === row.id);
    return {
      ...presentJudged(row),
      ...{ decline_text: row.decline_text, selected_text: row.selected_text, ...figures },
      judge_ids: own.map(({ judge_id }) => judge_id),
    };
  });
}

export const present = async (context: UserContext, row: store.RoundRow, read?: Executor) => ({
  round: (await presentAll(context, [row], read))[0]!,
  version: row.version,
});

/** Changes a round once, and answers what it is then. */
export async function changeOnce(
  context: UserContext,
  id: string,
  once: { call: string; content: unknown },
  change: (tx: Executor, round: store.RoundRow) => Promise<void>,
) {
  const { answer } = await writeOnce(context, once, async (tx) => {
    await change(tx, await lockRound(context, tx, id));
    return { body: (await present(context, await requireRound(context, id, tx), tx)).round };
  });
  return answer;
}

/** A judge sees the rounds in which they judge, from their opening on; a viewer released ones. */
async function visibleTo({ db, actor }: UserContext, rows: store.RoundRow[]) {
  if (actor.role === 'viewer') return rows.filter(({ state }) => state === 'released');
  if (actor.role !== 'judge') return rows;
  const ids = rows.map(({ id }) => id);
  const judges = await store.listRoundJudges(db.read, ids);
  const own = new Set(judges.filter((one) => one.judge_id === actor.id).map((one) => one.round_id));
  return rows.filter(({ id, state }) => state !== 'draft' && own.has(id));
}

const SORTED = {
  created_at: (row: store.RoundRow) => row.created_at.getTime(),
  position: (row: store.RoundRow) => row.position,
  name: (row: store.RoundRow) => foldText(row.name),
};

function sorted(rows: store.RoundRow[], sort: ListRoundsQuery['sort']): store.RoundRow[] {
  const key = SORTED[sort.replace(/^-/, '') as keyof typeof SORTED];
  const way = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => {
    if (key(one) === key(other)) return one.id < other.id ? -1 : 1;
    return key(one) < key(other) ? -way : way;
  });
}

async function listRounds(
  context: UserContext,
  { program_id, state, kind, q, sort, skip, limit }: ListRoundsQuery,
): Promise<{ items: Round[]; total: number }> {
  const words = foldedWordsOf(q);
  const rows = await visibleTo(context, await store.listRounds(context.db.read));
  const all = rows
    .map((row) => asOf(row, context.clock()))
    .filter(
      (row) =>
        (program_id === undefined || row.program_id === program_id) &&
        (state === undefined || row.state === state) &&
        (kind === undefined || row.kind === kind) &&
        words.every((word) => foldText(`${row.name} ${row.program_title}`).includes(word)),
    );
  const shown = sorted(all, sort).slice(skip, skip + limit);
  return { items: await presentAll(context, shown), total: all.length };
}

export async function requireVisibleRound(context: UserContext, id: string) {
  const [row] = await visibleTo(context, [await requireRound(context, id)]);
  if (!row) throw notFound();
  return row;
}

const getRound = async (context: UserContext, id: string): Promise<VersionedRound> =>
  present(context, await requireVisibleRound(context, id));

async function createRound(context: UserContext, { clone_of, ...input }: CreateRoundInput) {
  const once = { call: 'rounds.create', content: { clone_of, ...input } };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const start = await readStart(tx, clone_of);
    const { name, ...wanted } = readPlan(input, start);
    const programId = wanted.program_id;
    if (!programId || !isId(programId) || !(await lockProgram(tx, programId)))
      throw invalid({ program_id: ROUND.program });
    await requireRunning(tx, programId);
    if (name === undefined) throw invalid({ name: 'Enter a name for the round.' });
    const others = await store.listRounds(tx, programId);
    const plans = isOfZones(wanted)
      ? ZONES.map((zone) => ({ ...wanted, name: `${name}: ${zone.name}`, regions: zone.regions }))
      : [{ ...wanted, name }];
    if (plans.some((plan) => plan.name.length > LENGTHS.name))
      throw invalid({ name: tooLong('a name for the round', LENGTHS.name) });
    if (others.length + plans.length > ROUNDS.perProgram)
      throw invalid({ program_id: ROUND.tooMany });
    const position = wanted.position ?? Math.max(0, ...others.map((one) => one.position)) + 1;
    const created = [];
    for (const plan of plans)
      created.push(await insert(context, tx, programId, { ...plan, position } as Start));
    const [one] = created as [VersionedRound];
    if (!isOfZones(wanted)) return single(one.round, one.version, 201);
    return { status: 201, body: created.map(({ round }) => round) };
  });
  return answer;
}

const isOfZones = ({ regions }: CreateRoundInput): boolean => regions === 'zones';

/** The set-up that was asked for; rounds of the zones are pitch rounds, with panels of their own. */
function readPlan(input: Omit<CreateRoundInput, 'clone_of'>, start: Start): Start {
  if (!isOfZones(input)) return { ...start, ...dropUnsent(followKind(input, start)) };
  if (input.kind === 'reading') throw invalid({ regions: ROUND.zones });
  const asked = followKind({ ...input, kind: 'pitch' as const }, start);
  return { ...start, judge_ids: [], ...dropUnsent(asked) };
}

async function insert(context: UserContext, tx: Executor, programId: string, plan: Start) {
  const id = randomUUID();
  const now = context.clock();
  requireAhead('closes_at', plan.closes_at, now);
  await requireJudges(tx, plan.judge_ids);
  const row: RowChanges<'rounds'> = {
    id,
    program_id: programId,
    state: 'draft',
    seed: randomBytes(32).toString('hex'),
    changes: '[]',
    reopened: '[]',
    ...toColumns(plan as UpdateRoundInput),
    ...{ created_at: now, updated_at: now, version: 1 },
  };
  // A whole row, although its type cannot say so.
  await store.rounds.insert(tx, row as NewRow<'rounds'>);
  await store.addRoundJudges(tx, id, plan.judge_ids, now);
  await audit(tx, context, 'round.create', 'round', id, { after: plan });
  return present(context, await requireRound(context, id, tx), tx);
}

type Start = Omit<CreateRoundInput, 'clone_of'> & {
  judge_ids: string[];
  criteria: NonNullable<CreateRoundInput['criteria']>;
};

/** The set-up of another round, with new ids for its criteria, or that of a new one. */
async function readStart(tx: Executor, cloneOf: string | undefined): Promise<Start> {
  if (cloneOf === undefined) return { ...NEW_ROUND, criteria: [], judge_ids: [], sessions: [] };
  const row = isId(cloneOf) ? await store.findRound(tx, cloneOf) : undefined;
  if (!row) throw invalid({ clone_of: ROUND.clone });
  const copied = Object.keys(NEW_ROUND).map((name) => [name, row[name as keyof store.RoundRow]]);
  return {
    ...(Object.fromEntries(copied) as Start),
    ...{ program_id: row.program_id, name: row.name, reviews_per_proposal: reviewsOf(row) },
    ...{ closes_at: null, date: null, sessions: [] },
    criteria: row.criteria.map(({ id: _id, ...words }) => words),
    judge_ids: await store.listPanel(tx, row.id),
  };
}

type TellOfSlots = (context: UserContext, tx: Executor, round: store.RoundRow) => Promise<void>;

async function updateRound(
  context: UserContext,
  id: string,
  input: UpdateRoundInput,
  tellOfSlots: TellOfSlots,
): Promise<VersionedRound> {
  await context.db.write(async (tx) => {
    const isChanged = await writeSetup(context, tx, await lockRound(context, tx, id), input);
    if (isChanged) await tellOfSlots(context, tx, await requireRound(context, id, tx));
  });
  context.notifyMail();
  return getRound(context, id);
}

async function deleteRound(context: UserContext, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    const row = await lockRound(context, tx, id);
    if (row.state !== 'draft') throw new Problem('round_not_draft', ROUND.notDraft);
    await store.rounds.remove(tx, { id });
    await audit(tx, context, 'round.delete', 'round', id, { before: { name: row.name } });
    await raiseVersion(tx, 'public');
  });
}

/** Judging, which knows rounds, hands in how pitchers hear that their time has moved. */
export const roundsCalls = (tellOfSlots: TellOfSlots) =>
  calls({
    'GET /rounds/': list('rounds.list', 'List rounds', round, {
      query: listRoundsQuery,
      run: listRounds,
    }),
    'POST /rounds/': reply('rounds.create', 'Create a round, or one for each of the five zones', {
      body: createRoundInput,
      // Five, for the zones.
      answer: z.union([round, z.array(round)]),
      status: 201,
      idempotent: true,
      run: createRound,
    }),
    'GET /rounds/{id}': tagged('rounds.get', 'Get a round', {
      keyed: ['admin'],
      answer: round,
      tagged: true,
      of: 'round',
      run: getRound,
    }),
    'PATCH /rounds/{id}': tagged('rounds.update', 'Update a round', {
      body: updateRoundInput,
      answer: round,
      versioned: true,
      refuses: [409],
      of: 'round',
      run: (context: UserContext, id: string, input: UpdateRoundInput) =>
        updateRound(context, id, input, tellOfSlots),
    }),
    'DELETE /rounds/{id}': none('rounds.delete', 'Delete a draft round', {
      versioned: true,
      refuses: [409],
      run: deleteRound,
    }),
  });
