/** Mails while a round is open: further reviews, half time, two days before the end; of pitches. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/constants.ts';
import { dayOf } from '#domain/dates.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { REMINDING_MS } from '#domain/judging/rules.ts';
import type { Reminded, RemindInput } from '#domain/judging/schema.ts';
import { invalid } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { findJudge, mailAdmins, type JudgeRow, findJudges } from '../judges/store.ts';
import { queueMail } from '../mail/store.ts';
import { lockRound, requireState, slotIn } from '../rounds/service.ts';
import {
  countRounds,
  listOpen,
  lockRound as lockRow,
  roundJudges,
  rounds,
  type RoundRow,
  listPanel,
} from '../rounds/store.ts';
import { nameOf } from '../sessions/store.ts';
import { changeEntry } from './entry-store.ts';
import {
  furtherReviewsMail,
  reminderMail,
  shortMail,
  pitchMovedMail,
  sessionMail,
} from './mails.ts';
import { listPitchers, markJudge, pitchJudges } from './pitch-store.ts';
import * as store from './review-store.ts';

type Acting = Pick<Services, 'clock' | 'publicUrl'>;

/** The shortest time between two mails about further reviews. */
const FURTHER_MS = HOUR_MS;
const BEFORE_CLOSING_MS = 2 * DAY_MS;

/** What a judge got since they were last told; at once, unless that was less than an hour ago. */
export async function tellOfFurther({ clock, publicUrl }: Acting, tx: Executor, round: RoundRow) {
  const now = clock();
  const before = new Date(now.getTime() - FURTHER_MS);
  for (const { judge_id, count } of await store.listUntold(tx, round.id, before)) {
    const judge = await findJudge(tx, judge_id);
    await roundJudges.change(tx, { round_id: round.id, judge_id }, { told_at: now });
    if (!judge?.is_active) continue;
    const words = furtherReviewsMail(judge.first_name, round, count, publicUrl);
    await queueMail(tx, { to: judge.email, ...words }, now);
  }
}

/** Admins hear how many entries are short, at most once an hour. */
export async function tellOfShort({ clock, publicUrl }: Acting, tx: Executor, round: RoundRow) {
  const now = clock();
  if (round.short_told_at && now.getTime() - round.short_told_at.getTime() < FURTHER_MS) return;
  const short = (await countRounds(tx, [round.id])).get(round.id)?.short ?? 0;
  if (short === 0) return;
  await rounds.change(tx, { id: round.id }, { short_told_at: now });
  await mailAdmins(tx, shortMail(round, short, publicUrl), now);
}

/** A round that is shorter than two days has no last reminder: its opening was one. */
function dueReminders(round: RoundRow, member: store.Member, now: Date) {
  const [opened, closes] = [round.opened_at!.getTime(), round.closes_at!.getTime()];
  const half = opened + (closes - opened) / 2;
  const last = closes - BEFORE_CLOSING_MS;
  const wasTold = member.last_told_for?.getTime() === closes;
  return {
    isHalf: member.half_told_at === null && half <= now.getTime(),
    isLast: !wasTold && last > opened && last <= now.getTime(),
  };
}

async function remind(acting: Acting, tx: Executor, round: RoundRow) {
  const now = acting.clock();
  for (const member of await store.listMembers(tx, round.id)) {
    const { isHalf, isLast } = dueReminders(round, member, now);
    if (!isHalf && !isLast) continue;
    const of = { round_id: round.id, judge_id: member.judge_id };
    await roundJudges.change(tx, of, {
      ...(isHalf && { half_told_at: now }),
      ...(isLast && { last_told_for: round.closes_at! }),
    });
    const judge = await findJudge(tx, member.judge_id);
    // Both at once are one mail.
    if (member.unfinished === 0 || !judge?.is_active) continue;
    await sendReminder(acting, tx, round, { member, judge });
  }
}

async function sendReminder(
  { clock, publicUrl }: Acting,
  tx: Executor,
  round: RoundRow,
  { member, judge }: { member: store.Member; judge: JudgeRow },
) {
  const now = clock();
  const words = reminderMail(judge.first_name, round, member, publicUrl);
  const of = { round_id: round.id, judge_id: judge.id };
  await roundJudges.change(tx, of, { reminded_at: now });
  await queueMail(tx, { to: judge.email, ...words }, now);
}

function whyNot(member: store.Member, judge: JudgeRow, now: Date): string | undefined {
  if (!judge.is_active) return JUDGING_RULES.cannotLogIn;
  if (member.unfinished === 0) return JUDGING_RULES.nothingLeft;
  const last = member.reminded_at?.getTime() ?? -Infinity;
  return now.getTime() - last < REMINDING_MS ? JUDGING_RULES.remindedAlready : undefined;
}

/**
 * Reminds judges of an open round of what is left, as the clock does, and says who was left out and
 * why.
 */
export async function remindJudges(
  context: UserContext,
  id: string,
  { judge_ids: ids }: RemindInput,
): Promise<ApiResponse> {
  const once = { call: 'rounds.remind', content: [id, ids] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'open');
    const members = await store.listMembers(tx, round.id);
    if (ids?.some((wanted) => !members.some(({ judge_id }) => judge_id === wanted)))
      throw invalid({ judge_ids: JUDGING_RULES.judgeNotFound });
    const body: Reminded = { mailed: [], skipped: [] };
    for (const member of members.filter(({ judge_id }) => ids?.includes(judge_id) ?? true)) {
      const judge = (await findJudge(tx, member.judge_id))!;
      const person = { id: judge.id, name: nameOf(judge) };
      const reason = whyNot(member, judge, context.clock());
      if (reason) {
        body.skipped.push({ ...person, reason });
        continue;
      }
      await sendReminder(context, tx, round, { member, judge });
      body.mailed.push({ ...person, unfinished: member.unfinished });
    }
    const judges = body.mailed.map(({ id: judge }) => judge);
    if (judges.length > 0)
      await audit(tx, context, 'round.remindJudges', 'round', round.id, { judges });
    return { body };
  });
  context.notifyMail();
  return answer;
}

/** A pitcher hears of what is at least this much. */
const MOVED_MS = 30 * MINUTE_MS;
const AGAIN_MS = HOUR_MS;

const isMoved = (told: Date | null, slot: Date | null): boolean =>
  told && slot ? Math.abs(told.getTime() - slot.getTime()) >= MOVED_MS : told !== slot;

/** At once, then once an hour at most, only the newest; until the first pitch has begun. */
export async function tellOfSlots({ clock, publicUrl }: Acting, tx: Executor, round: RoundRow) {
  if (round.kind !== 'pitch' || round.state !== 'open') return;
  const all = await listPitchers(tx, round.id);
  if (all.some(({ started_at }) => started_at !== null)) return;
  const now = clock();
  for (const one of all) {
    const slot = slotIn(round, one.place);
    const isEarly = one.slot_mailed_at && now.getTime() - one.slot_mailed_at.getTime() < AGAIN_MS;
    if (one.state !== 'in' || isEarly || !isMoved(one.told_slot_at, slot)) continue;
    await changeEntry(tx, one.id, { told_slot_at: slot, slot_mailed_at: now });
    const words = pitchMovedMail({ ...one, id: one.proposal_id! }, round, slot, publicUrl);
    await queueMail(tx, { to: one.email, ...words }, now);
  }
}

/** One mail the day before, to each judge; several sessions on one day are one. */
async function tellOfSessions({ clock, publicUrl }: Acting, tx: Executor, round: RoundRow) {
  const now = clock();
  const next = (round.sessions ?? [])
    .map(({ starts_at }) => new Date(starts_at))
    .find((at) => at > now && at.getTime() - now.getTime() <= DAY_MS);
  if (!next) return;
  const known = await pitchJudges.list(tx, { round_id: round.id }, ['judge_id']);
  const told = new Map(known.map((one) => [one.judge_id, one.session_told_for]));
  for (const judge of await findJudges(tx, await listPanel(tx, round.id))) {
    const last = told.get(judge.id);
    if ((last && dayOf(last) >= dayOf(next)) || !judge.is_active || judge.state !== 'accepted')
      continue;
    await markJudge(tx, { round_id: round.id, judge_id: judge.id }, { session_told_for: next });
    const words = sessionMail(judge.first_name, round, next, publicUrl);
    await queueMail(tx, { to: judge.email, ...words }, now);
  }
}

/** Each reminder once, and only to those who have something left to do. */
export async function remindJudging(services: Services): Promise<void> {
  const { db, clock } = services;
  for (const { id } of await listOpen(db.read, clock()))
    await db.write(async (tx) => {
      const round = await lockRow(tx, id);
      if (round?.state !== 'open' || round.closes_at! <= clock()) return undefined;
      await tellOfFurther(services, tx, round);
      if (round.kind === 'reading') return remind(services, tx, round);
      await tellOfSlots(services, tx, round);
      return tellOfSessions(services, tx, round);
    });
  services.notifyMail();
}
