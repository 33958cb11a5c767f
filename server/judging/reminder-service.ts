/** Mails while a round is open: further reviews, half time, two days before the end; of pitches. */
import { DAY_MS, HOUR_MS } from '#domain/constants.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { REMINDING_MS } from '#domain/judging/rules.ts';
import type { Reminded, RemindInput } from '#domain/judging/schema.ts';
import { invalid } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { findJudge, listAdminEmails, type JudgeRow } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { lockRound, requireState } from '../rounds/service.ts';
import {
  changeRound,
  countRounds,
  lockRound as lockRoundRow,
  type RoundRow,
} from '../rounds/store.ts';
import { furtherReviewsMail, reminderMail, shortMail } from './mails.ts';
import { tellOfSessions, tellOfSlots } from './pitch.ts';
import * as store from './reminder-store.ts';

type Acting = Pick<Services, 'clock' | 'publicUrl'>;

/** The shortest time between two mails about further reviews. */
const FURTHER_MS = HOUR_MS;
const BEFORE_CLOSING_MS = 2 * DAY_MS;

/** What a judge got since they were last told; at once, unless that was less than an hour ago. */
export async function tellOfFurther(
  { clock, publicUrl }: Acting,
  tx: Executor,
  round: RoundRow,
): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - FURTHER_MS);
  for (const { judge_id, count } of await store.listUntold(tx, round.id, before)) {
    const judge = await findJudge(tx, judge_id);
    await store.markTold(tx, { roundId: round.id, judgeId: judge_id, now });
    if (!judge?.is_active) continue;
    const words = furtherReviewsMail(judge.first_name, round, count, publicUrl);
    await queueMails(tx, [{ to: judge.email, ...words }], now);
  }
}

/** Admins hear how many entries are short, at most once an hour. */
export async function tellOfShort(
  { clock, publicUrl }: Acting,
  tx: Executor,
  round: RoundRow,
): Promise<void> {
  const now = clock();
  if (round.short_told_at && now.getTime() - round.short_told_at.getTime() < FURTHER_MS) return;
  const short = (await countRounds(tx, [round.id])).get(round.id)?.short ?? 0;
  if (short === 0) return;
  await changeRound(tx, round.id, { short_told_at: now });
  const words = shortMail(round, short, publicUrl);
  const mails = (await listAdminEmails(tx)).map((to) => ({ to, ...words }));
  await queueMails(tx, mails, now);
}

type Reminder = 'half' | 'last';

/** A round that is shorter than two days has no last reminder: its opening was one. */
function dueReminders(round: RoundRow, member: store.Member, now: Date): Reminder[] {
  const [opened, closes] = [round.opened_at!.getTime(), round.closes_at!.getTime()];
  const half = opened + (closes - opened) / 2;
  const last = closes - BEFORE_CLOSING_MS;
  const isHalf = member.half_told_at === null && half <= now.getTime();
  const wasTold = member.last_told_for?.getTime() === closes;
  const isLast = !wasTold && last > opened && last <= now.getTime();
  return [...(isHalf ? (['half'] as const) : []), ...(isLast ? (['last'] as const) : [])];
}

async function remind(acting: Acting, tx: Executor, round: RoundRow): Promise<void> {
  const now = acting.clock();
  for (const member of await store.listMembers(tx, round.id)) {
    const due = dueReminders(round, member, now);
    if (due.length === 0) continue;
    await store.markReminded(tx, {
      ...{ roundId: round.id, judgeId: member.judge_id },
      ...(due.includes('half') && { half_told_at: now }),
      ...(due.includes('last') && { last_told_for: round.closes_at! }),
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
): Promise<void> {
  const now = clock();
  const words = reminderMail(judge.first_name, round, member, publicUrl);
  await store.markReminded(tx, { roundId: round.id, judgeId: judge.id, reminded_at: now });
  await queueMails(tx, [{ to: judge.email, ...words }], now);
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
      const person = { id: judge.id, name: `${judge.first_name} ${judge.last_name}` };
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

/** Each reminder once, and only to those who have something left to do. */
export async function remindJudging(services: Services): Promise<void> {
  const { db, clock } = services;
  for (const id of await store.listOpenRounds(db.read, clock()))
    await db.write(async (tx) => {
      const round = await lockRoundRow(db, tx, id);
      if (round?.state !== 'open' || round.closes_at! <= clock()) return undefined;
      await tellOfFurther(services, tx, round);
      if (round.kind === 'reading') return remind(services, tx, round);
      await tellOfSlots(services, tx, round);
      return tellOfSessions(services, tx, round);
    });
  services.notifyMail();
}
