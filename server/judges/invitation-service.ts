/** Only an invitation makes a judge: the firm invites, and the invited accept or decline once. */
import { randomBytes } from 'node:crypto';
import { JUDGES, type Invitation, type InviteJudgeInput } from '#domain/judges/schema.ts';
import { DAY_MS } from '#domain/constants.ts';
import { JUDGE } from '#domain/judges/messages.ts';
import type { AnswerInvitationInput } from '#domain/judges/invitation-schema.ts';
import { Problem } from '#domain/problem.ts';
import { JUDGING_SCREENS, SCREENS } from '#domain/screens.ts';
import { judging } from '#content/judging.ts';
import { site } from '#content/site.ts';
import {
  actorOf,
  newUser,
  refusingTakenEmail,
  requireFreeEmail,
} from '../accounts/account-service.ts';
import type { LookAgain } from '../accounts/profile-service.ts';
import { refuseWellKnown, hashPassword, NO_PASSWORD } from '../accounts/passwords.ts';
import { changeUser, insertUser } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import type { Context, Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { hashToken } from '../http/guards.ts';
import { writeOnce } from '../http/idempotency.ts';
import { queueMail, queueMails } from '../mail/store.ts';
import { countingFailures } from '../rate-limits/service.ts';
import { declinedMail, describeRound, invitationMail } from './mails.ts';
import { lockJudge, presentJudge, writeJudge } from './service.ts';
import * as store from './store.ts';

const NOWHERE = { phone_number: '', city: '', digital_address: '' };

type Parts = Pick<Services, 'clock' | 'publicUrl'>;

/** The rounds that wait for the judge, a sentence each. */
async function describeComing(db: Executor, judgeId: string, now: Date): Promise<string[]> {
  return (await store.listComing(db, judgeId)).map((row) => {
    const { name, program_title, closes_at, opened_at, deadline_date } = row;
    const reviews = opened_at ? { count: row.reviews, isExact: true } : shareOf(row, now);
    const from = opened_at ?? deadline_date;
    return describeRound({ name, program_title, closes_at, reviews, from });
  });
}

/** Only a first round of all regions, of a program that has closed, can be told before it opens. */
function shareOf(row: Awaited<ReturnType<typeof store.listComing>>[number], now: Date) {
  if (row.position !== 1 || row.regions !== null || row.deadline_date > now) return null;
  const each = row.reviews_per_proposal || row.judges;
  const share = Math.ceil((row.proposals * each) / row.judges);
  return { count: Math.min(share, row.proposals), isExact: false };
}

/** Voids the judge's older invitations, and mails a new one. */
async function sendInvitation(
  { clock, publicUrl }: Parts,
  tx: Executor,
  judge: Pick<store.JudgeRow, 'id' | 'first_name' | 'email'>,
  isReminder: boolean,
): Promise<void> {
  const now = clock();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + JUDGES.invitationDays * DAY_MS);
  await store.voidInvitations(tx, judge.id, now);
  await store.insertInvitation(tx, {
    token_hash: hashToken(token),
    judge_id: judge.id,
    created_at: now,
    expires_at: expiresAt,
    answered_at: null,
    reminded_at: isReminder ? now : null,
  });
  const url = publicUrl + SCREENS.judgeInvitation({ token });
  const rounds = await describeComing(tx, judge.id, now);
  const invitation = { firstName: judge.first_name, expiresAt, url, isReminder, rounds };
  const words = invitationMail(invitation);
  await queueMail(tx, { to: judge.email, ...words, giveUpAt: expiresAt, isSecret: true }, now);
}

/** Opens an account that can log in once its owner has accepted, and mails the invitation. */
export async function inviteJudge(
  context: UserContext,
  input: InviteJudgeInput,
): Promise<ApiResponse> {
  const { position, organisations, ...person } = input;
  const now = context.clock();
  const user = newUser({ ...NOWHERE, ...person }, 'judge', NO_PASSWORD, now);
  const once = { call: 'judges.invite', content: input };
  const writing = writeOnce(context, once, async (tx) => {
    await requireFreeEmail(tx, input.email);
    await insertUser(tx, user);
    await store.insertJudge(tx, {
      user_id: user.id,
      position,
      organisations: JSON.stringify(organisations),
      people: '[]',
      is_named: false,
      state: 'invited',
      created_at: now,
      updated_at: now,
      version: 1,
    });
    await sendInvitation(context, tx, { ...user, email: input.email }, false);
    await audit(tx, context, 'judge.invite', 'judge', user.id, { after: input });
    const row = (await store.findJudge(tx, user.id))!;
    return single(presentJudge(row), row.version, 201);
  });
  const { answer } = await refusingTakenEmail(writing);
  context.notifyMail();
  return answer;
}

export async function inviteAgain(context: UserContext, id: string): Promise<ApiResponse> {
  const once = { call: 'judges.inviteAgain', content: id };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const judge = await lockJudge(context, tx, id);
    if (judge.state === 'accepted') throw new Problem('already_accepted', JUDGE.alreadyAccepted);
    await store.changeJudge(tx, id, {
      state: 'invited',
      updated_at: context.clock(),
      version: judge.version + 1,
    });
    await sendInvitation(context, tx, judge, false);
    await audit(tx, context, 'judge.invite', 'judge', id);
    const row = (await store.findJudge(tx, id))!;
    return single(presentJudge(row), row.version);
  });
  context.notifyMail();
  return answer;
}

async function findOpen(db: Executor, token: string, now: Date) {
  const row = await store.findInvitation(db, hashToken(token));
  if (!row) throw new Problem('not_found', JUDGE.unknownInvitation);
  if (row.answered_at) throw new Problem('invitation_used', JUDGE.usedInvitation);
  if (row.expires_at <= now) throw new Problem('invitation_expired', JUDGE.oldInvitation);
  return row;
}

export async function getInvitation(context: Context, token: string): Promise<Invitation> {
  return countingFailures(context, async () => {
    const found = await findOpen(context.db.read, token, context.clock());
    const judge = (await store.findJudge(context.db.read, found.judge_id))!;
    return {
      first_name: judge.first_name,
      firm: site.name,
      terms: judging.terms,
      expires_at: found.expires_at.toISOString(),
      organisations: judge.organisations,
      rounds: await describeComing(context.db.read, judge.id, context.clock()),
    };
  });
}

/**
 * Accepts, with a password and what the judge could not judge freely; or declines, which admins
 * hear. Returns the address to log in with.
 */
export async function answerInvitation(
  context: Context,
  token: string,
  input: AnswerInvitationInput,
  lookAgain: LookAgain,
): Promise<{ state: 'accepted' | 'declined'; email: string }> {
  await countingFailures(context, () => findOpen(context.db.read, token, context.clock()));
  if (input.accept) refuseWellKnown(input.password!, 'password');
  const passwordHash = input.accept
    ? await hashPassword(input.password!, context.address)
    : undefined;
  const email = await context.db.write(async (tx) => {
    const { judge_id: id } = await findOpen(tx, token, context.clock());
    await lookAgain.lock(context.db, tx, id);
    const judge = await lockJudge(context, tx, id);
    await findOpen(tx, token, context.clock());
    await store.closeInvitation(tx, hashToken(token), context.clock());
    const acting = { ...context, actor: actorOf({ ...judge, role: 'judge' }) };
    if (passwordHash) {
      await accept(acting, tx, judge, input, passwordHash);
      await lookAgain.look(acting, tx, id);
    } else await decline(acting, tx, judge);
    return judge.email;
  });
  context.notifyMail();
  return { state: input.accept ? 'accepted' : 'declined', email };
}

async function accept(
  context: UserContext,
  tx: Executor,
  judge: store.JudgeRow,
  { organisations, people, is_named, phone_number }: AnswerInvitationInput,
  passwordHash: string,
): Promise<void> {
  const now = context.clock();
  await writeJudge(context, tx, judge, {
    organisations,
    people,
    is_named,
    phone_number: phone_number || judge.phone_number,
  });
  const current = (await store.findJudge(tx, judge.id))!;
  await changeUser(tx, judge.id, {
    password_hash: passwordHash,
    updated_at: now,
    version: current.user_version + 1,
  });
  await store.changeJudge(tx, judge.id, {
    state: 'accepted',
    updated_at: now,
    version: current.version + 1,
  });
  await audit(tx, context, 'judge.accept', 'judge', judge.id);
}

async function decline(context: UserContext, tx: Executor, judge: store.JudgeRow): Promise<void> {
  const now = context.clock();
  await store.changeJudge(tx, judge.id, {
    state: 'declined',
    updated_at: now,
    version: judge.version + 1,
  });
  const words = declinedMail(
    `${judge.first_name} ${judge.last_name}`,
    context.publicUrl + JUDGING_SCREENS.judges,
  );
  const mails = (await store.listAdminEmails(tx)).map((to) => ({ to, ...words }));
  await queueMails(tx, mails, now);
  await audit(tx, context, 'judge.decline', 'judge', judge.id);
}

/** Repeats invitations that nobody has answered for a week, each once. */
export async function remindInvited(services: Services): Promise<void> {
  const now = services.clock();
  const before = new Date(now.getTime() - JUDGES.reminderDays * DAY_MS);
  for (const { judge_id, token_hash } of await store.listForgotten(services.db.read, before, now)) {
    await services.db.write(async (tx) => {
      if (!(await store.markReminded(tx, token_hash, now))) return;
      const judge = (await store.findJudge(tx, judge_id))!;
      await sendInvitation(services, tx, judge, true);
    });
  }
  services.notifyMail();
}
