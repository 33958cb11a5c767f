/** Mails while a round is open: further reviews, half time, two days before the end. */
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { findJudge, listAdminEmails } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { changeRound, countRounds, lockRound, type RoundRow } from '../rounds/store.ts';
import { furtherReviewsMail, reminderMail, shortMail } from './mails.ts';
import * as store from './reminder-store.ts';

type Acting = Pick<Services, 'clock' | 'publicUrl'>;

/** Nobody hears of further reviews more often. */
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
    const words = reminderMail(judge.first_name, round, member, acting.publicUrl);
    await queueMails(tx, [{ to: judge.email, ...words }], now);
  }
}

/** Each reminder once, and only to those who have something left to do. */
export async function remindJudging(services: Services): Promise<void> {
  const { db, clock } = services;
  for (const id of await store.listOpenRounds(db.read, clock()))
    await db.write(async (tx) => {
      const round = await lockRound(db, tx, id);
      if (round?.state !== 'open' || round.closes_at! <= clock()) return;
      await tellOfFurther(services, tx, round);
      await remind(services, tx, round);
    });
  services.notifyMail();
}
