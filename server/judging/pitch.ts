/** The run of a pitch round: its order and times, and who is told of them: contract §9.9. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/constants.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import type { UpdateEntryInput } from '#domain/judging/schema.ts';
import { dayOf } from '#domain/dates.ts';
import { SHARED_RULES, invalid, Problem } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { moveTo, slotOf } from '#domain/rounds/slot-rules.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { findJudges } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { requireState } from '../rounds/service.ts';
import { listRoundJudges, type RoundRow } from '../rounds/store.ts';
import { changeEntry, listEntries, type EntryRow } from './entry-store.ts';
import { pitchMovedMail, sessionMail } from './mails.ts';
import { listPitchers, markJudge, pitchJudges } from './pitch-store.ts';

/** Null in a reading round, in a draft, and without sessions. */
export const slotIn = (
  { minutes, sessions }: Pick<RoundRow, 'minutes' | 'sessions'>,
  order: number | null,
): Date | null =>
  minutes && order !== null ? slotOf(order, { minutes, sessions: sessions ?? [] }) : null;

export function requirePitch({ kind }: RoundRow): void {
  if (kind !== 'pitch') throw new Problem('not_a_pitch_round', ROUND.notPitch);
}

type RunInput = Pick<UpdateEntryInput, 'order' | 'started_at' | 'ended_at' | 'state'>;

/** What only pitch rounds have is 422 by field in a reading round. */
export function requireFitting({ kind }: RoundRow, input: RunInput): void {
  if (kind === 'pitch') return;
  const sent = (['order', 'started_at', 'ended_at'] as const).filter(
    (name) => input[name] !== undefined,
  );
  const fields = Object.fromEntries(sent.map((name) => [name, ROUND.pitchOnly]));
  if (input.state === 'absent') fields['state'] = ROUND.pitchOnly;
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** The key of a desk opens the run, not who is in the round and what judges read. */
export function requireAllowed(
  { actor }: UserContext,
  input: UpdateEntryInput,
  entry: EntryRow | undefined,
): void {
  if (actor.keyOf === undefined) return;
  const isWithdrawal =
    input.state === 'withdrawn' || (input.state !== undefined && entry?.state === 'withdrawn');
  if (isWithdrawal || input.redacted_description !== undefined)
    throw new Problem('forbidden', SHARED_RULES.forbidden);
}

/** Moves one to another place in an open round; returns whether it was not there already. */
async function reorder(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  entry: EntryRow,
  order: number | undefined,
): Promise<boolean> {
  if (order === undefined) return false;
  requireState(round, 'open');
  const all = await listEntries(tx, round.id);
  if (order < 1 || order > all.length) throw invalid({ order: JUDGING_RULES.order });
  if (order === entry.place) return false;
  const ids = moveTo(
    all.map(({ id }) => id),
    entry.id,
    order,
  );
  const places = new Map(ids.map((id, index) => [id, index + 1]));
  for (const { id, place } of all)
    if (places.get(id) !== place) await changeEntry(tx, id, { place: places.get(id)! });
  const changes = { order: [entry.place, order] };
  await audit(tx, context, 'entry.update', 'entry', entry.id, changes);
  return true;
}

async function setTimes(
  context: UserContext,
  tx: Executor,
  entry: EntryRow,
  { started_at, ended_at }: RunInput,
): Promise<boolean> {
  const changes = changesIn(entry, { started_at, ended_at });
  if (isEmptyChange(changes)) return false;
  const { started_at: start, ended_at: end } = { ...entry, ...changes };
  if (start && end && end < start) throw invalid({ ended_at: JUDGING_RULES.ended });
  await changeEntry(tx, entry.id, changes);
  await audit(tx, context, 'entry.update', 'entry', entry.id, { before: entry, after: changes });
  return true;
}

/** The order and the times of a pitch; the round is locked and not sealed. */
export async function run(
  context: UserContext,
  tx: Executor,
  { round, entry }: { round: RoundRow; entry: EntryRow },
  input: RunInput,
): Promise<boolean> {
  const isTimed = await setTimes(context, tx, entry, input);
  const isMoved = await reorder(context, tx, round, entry, input.order);
  if (isMoved) await tellOfSlots(context, tx, round);
  return isTimed || isMoved;
}

type Acting = Pick<Services, 'clock' | 'publicUrl'>;

/** A pitcher hears of what is at least this much. */
const MOVED_MS = 30 * MINUTE_MS;
const AGAIN_MS = HOUR_MS;

const isMoved = (told: Date | null, slot: Date | null): boolean =>
  told && slot ? Math.abs(told.getTime() - slot.getTime()) >= MOVED_MS : told !== slot;

/** At once, then once an hour at most, only the newest; until the first pitch has begun. */
export async function tellOfSlots(
  { clock, publicUrl }: Acting,
  tx: Executor,
  round: RoundRow,
): Promise<void> {
  if (round.kind !== 'pitch' || round.state !== 'open') return;
  const all = await listPitchers(tx, round.id);
  if (all.some(({ started_at }) => started_at !== null)) return;
  const now = clock();
  for (const one of all) {
    const slot = slotIn(round, one.place);
    const isEarly = one.slot_mailed_at && now.getTime() - one.slot_mailed_at.getTime() < AGAIN_MS;
    if (one.state !== 'in' || isEarly || !isMoved(one.told_slot_at, slot)) continue;
    await changeEntry(tx, one.id, { told_slot_at: slot, slot_mailed_at: now });
    const links = { proposalId: one.proposal_id!, publicUrl };
    const words = pitchMovedMail(one.first_name, one.business_name, round, slot, links);
    await queueMails(tx, [{ to: one.email, ...words }], now);
  }
}

/** One mail the day before, to each judge; several sessions on one day are one. */
export async function tellOfSessions(
  { clock, publicUrl }: Acting,
  tx: Executor,
  round: RoundRow,
): Promise<void> {
  const now = clock();
  const next = (round.sessions ?? [])
    .map(({ starts_at }) => new Date(starts_at))
    .find((at) => at > now && at.getTime() - now.getTime() <= DAY_MS);
  if (!next) return;
  const members = (await listRoundJudges(tx, [round.id])).map(({ judge_id }) => judge_id);
  const known = await pitchJudges.list(tx, { round_id: round.id }, ['judge_id']);
  const told = new Map(known.map((one) => [one.judge_id, one.session_told_for]));
  for (const judge of await findJudges(tx, members)) {
    const last = told.get(judge.id);
    if ((last && dayOf(last) >= dayOf(next)) || !judge.is_active || judge.state !== 'accepted')
      continue;
    await markJudge(tx, { round_id: round.id, judge_id: judge.id }, { session_told_for: next });
    const words = sessionMail(judge.first_name, round, next, publicUrl);
    await queueMails(tx, [{ to: judge.email, ...words }], now);
  }
}
