/** How a round is shown, and changed: all of a draft, very little once it is open to everybody. */
import { createHash, randomUUID } from 'node:crypto';
import { dayOf } from '#domain/dates.ts';
import { invalid, Problem, requireAhead, type FieldProblems } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { OF_KIND } from '#domain/rounds/new-round.ts';
import {
  judgedRound,
  seal,
  type Round,
  type PublicChange,
  type UpdateRoundInput,
} from '#domain/rounds/schema.ts';
import { areSessions, lastEnd } from '#domain/rounds/slot-rules.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { RowChanges } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { shownBy } from '../http/resource.ts';
import { findJudges } from '../judges/store.ts';
import { moveKeys } from '../sessions/store.ts';
import * as store from './store.ts';
import type { RoundRow } from './store.ts';

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** In a pitch round everybody judges: 0 is stored. */
export const reviewsOf = ({ kind, reviews_per_proposal: count }: RoundRow): number | null =>
  kind === 'pitch' ? null : count;

const showRound = shownBy(judgedRound);

/** What everybody who has to do with the round may know. */
export const presentJudged = (row: RoundRow): Round => ({
  ...showRound(row),
  reviews_per_proposal: reviewsOf(row),
  sessions: row.sessions ?? [],
  seed_sha256: sha256Of(row.seed),
});

export const presentSeal = shownBy(seal);

/** Every field as it is stored; a criterion without a known id gets a new one. */
export function toColumns(
  { judge_ids: _judges, criteria, regions, minutes, sessions, ...rest }: UpdateRoundInput,
  known: readonly { id: string }[] = [],
): RowChanges<'rounds'> {
  const ids = new Set(known.map(({ id }) => id));
  return {
    ...(rest as RowChanges<'rounds'>),
    // Everybody judges a pitch round.
    ...(rest.reviews_per_proposal === null && { reviews_per_proposal: 0 }),
    ...(minutes !== undefined && { minutes: minutes && JSON.stringify(minutes) }),
    ...(sessions !== undefined && { sessions: JSON.stringify(sessions) }),
    ...(regions !== undefined && { regions: regions && JSON.stringify(regions) }),
    ...(criteria !== undefined && {
      criteria: JSON.stringify(
        criteria.map(({ id, ...words }) => ({
          ...{ id: id !== undefined && ids.delete(id) ? id : randomUUID(), ...words },
        })),
      ),
    }),
  };
}

export async function requireJudges(tx: Executor, ids: readonly string[]): Promise<void> {
  const found = (await findJudges(tx, ids)).filter(({ state }) => state !== 'declined');
  if (found.length < ids.length) throw invalid({ judge_ids: ROUND.unknownJudge });
}

type Kinded = Pick<UpdateRoundInput, 'kind' | keyof (typeof OF_KIND)['pitch']>;

const wrongInPitch = ({ minutes, sessions = [], ...round }: Kinded): FieldProblems => ({
  ...(round.is_blind && { is_blind: ROUND.neverBlind }),
  ...(round.reviews_per_proposal !== null && { reviews_per_proposal: ROUND.everybody }),
  ...(!minutes && { minutes: ROUND.minutes }),
  ...(minutes && !areSessions(sessions, minutes) && { sessions: ROUND.sessions }),
});

const wrongInReading = ({ minutes, sessions = [], ...round }: Kinded): FieldProblems => ({
  ...(round.reviews_per_proposal === null && { reviews_per_proposal: ROUND.reviews }),
  ...(minutes && { minutes: ROUND.pitchOnly }),
  ...(sessions.length > 0 && { sessions: ROUND.pitchOnly }),
});

/**
 * What follows from the kind, where nothing else was sent: contract §9.9, "Set-up". `old`: the round
 * as it was. Refuses by field what the kind rules out.
 */
export function followKind<I extends Kinded & { date?: string | null | undefined }>(
  input: I,
  old: Kinded,
): I {
  const kind = input.kind ?? old.kind ?? 'reading';
  const whole: Kinded = { ...(kind === old.kind ? old : OF_KIND[kind]), ...dropUnsent(input) };
  const { sessions = [] } = whole;
  const fields = kind === 'pitch' ? wrongInPitch(whole) : wrongInReading(whole);
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return {
    ...input,
    ...(kind !== old.kind && whole),
    ...(sessions[0] && { date: dayOf(new Date(sessions[0].starts_at)) }),
  };
}

export const dropUnsent = <I extends object>(input: I): I =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as I;

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function changesIn(
  row: store.RoundRow,
  judgeIds: readonly string[],
  input: UpdateRoundInput,
): UpdateRoundInput {
  const old: Record<string, unknown> = {
    ...{ ...row, ...presentJudged(row), closes_at: row.closes_at },
    judge_ids: judgeIds,
  };
  const normal = (name: string, value: unknown) =>
    name === 'judge_ids' && Array.isArray(value) ? value.toSorted() : value;
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => value !== undefined && !isSame(normal(name, value), old[name]),
    ),
  );
}

const ALWAYS = new Set(['closes_at', 'date', 'venue', 'places', 'sessions']);

function requireOpenFields(row: store.RoundRow, changes: UpdateRoundInput, now: Date): void {
  if (Object.keys(changes).some((name) => !ALWAYS.has(name)))
    throw new Problem('round_not_draft', ROUND.notDraft);
  if (row.state === 'released') throw new Problem('round_released', ROUND.released);
  if (changes.places !== undefined && row.state === 'sealed')
    throw new Problem('round_sealed', ROUND.sealed);
  if (changes.places === null) throw invalid({ places: ROUND.places });
  const { sessions, closes_at } = changes;
  if (sessions === undefined && closes_at === undefined) return;
  if (row.state !== 'open') throw new Problem('round_not_open', ROUND.notOpen);
  if (closes_at === undefined) return;
  const earliest = Math.max(now.getTime(), row.closes_at!.getTime());
  if (!closes_at || closes_at.getTime() <= earliest) throw invalid({ closes_at: ROUND.later });
}

/** As the record shows a change: instants and plain values. */
const toPublic = (row: store.RoundRow, changes: UpdateRoundInput, at: Date): PublicChange[] =>
  Object.entries(changes).map(([field, after]) => ({
    at: at.toISOString(),
    field,
    before: row[field as keyof store.RoundRow] ?? (field === 'sessions' ? [] : null),
    after,
  }));

/** The last pitch ends before the round closes: else 422 on the field that was sent. */
export async function requireSlotsWithin(
  tx: Executor,
  row: Pick<store.RoundRow, 'id' | 'minutes' | 'sessions' | 'closes_at'>,
  field: 'sessions' | 'closes_at',
  count?: number,
): Promise<void> {
  const { minutes, sessions, closes_at } = row;
  if (!minutes || !sessions?.length || !closes_at) return;
  const end = lastEnd(count ?? (await store.countEntries(tx, row.id)), { minutes, sessions });
  if (end && end >= closes_at) throw invalid({ [field]: ROUND.slots });
}

/** Writes what differs; the round is locked. Returns whether anything did. */
export async function writeSetup(
  context: UserContext,
  tx: Executor,
  row: store.RoundRow,
  input: UpdateRoundInput,
): Promise<boolean> {
  const judgeIds = await store.listPanel(tx, row.id);
  const changes = changesIn(row, judgeIds, followKind(input, presentJudged(row) as Kinded));
  if (Object.keys(changes).length === 0) return false;
  const now = context.clock();
  const isDraft = row.state === 'draft';
  if (isDraft) requireAhead('closes_at', changes.closes_at, now);
  else requireOpenFields(row, changes, now);
  const { sessions, closes_at } = changes;
  if (!isDraft && (sessions || closes_at)) {
    const field = sessions ? 'sessions' : 'closes_at';
    const wanted = { ...row, ...(sessions && { sessions }), ...(closes_at && { closes_at }) };
    await requireSlotsWithin(tx, wanted, field);
  }
  if (changes.judge_ids) {
    await requireJudges(tx, changes.judge_ids);
    await store.removeRoundJudges(tx, row.id);
    await store.addRoundJudges(tx, row.id, changes.judge_ids, now);
  }
  const told = [...row.changes, ...toPublic(row, changes, now)];
  const columns = {
    ...toColumns(changes, row.criteria),
    ...(!isDraft && { changes: JSON.stringify(told) }),
    ...{ updated_at: now, version: row.version + 1 },
  };
  await store.rounds.change(tx, { id: row.id }, columns);
  if (closes_at) await moveKeys(tx, { roundId: row.id, closesAt: closes_at, now });
  await audit(tx, context, 'round.update', 'round', row.id, { before: row, after: changes });
  await raiseVersion(tx, 'public');
  return true;
}
