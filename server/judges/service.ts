/** Judges, and how they become judges: the firm invites, and the invited accept or decline once. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { judging } from '#content/judging.ts';
import { site } from '#content/site.ts';
import { DAY_MS } from '#domain/constants.ts';
import { formatDate, formatDateTime } from '#domain/dates.ts';
import {
  type AnswerInvitationInput,
  answerInvitationInput,
} from '#domain/judges/invitation-schema.ts';
import { JUDGE } from '#domain/judges/messages.ts';
import {
  type ListJudgesQuery,
  type UpdateJudgeInput,
  JUDGES,
  type Invitation,
  type InviteJudgeInput,
  interests,
  invitation,
  inviteJudgeInput,
  judge,
  listedJudge,
  listJudgesQuery,
} from '#domain/judges/schema.ts';
import { SHARED_RULES, Problem } from '#domain/problem.ts';
import { JUDGING_SCREENS, SCREENS } from '#domain/screens.ts';
import {
  searchTextOf,
  actorOf,
  newUser,
  refusingTakenEmail,
  requireFreeEmail,
} from '../accounts/account-service.ts';
import { refuseWellKnown, hashPassword, NO_PASSWORD } from '../accounts/passwords.ts';
import type { LookAgain } from '../accounts/profile-service.ts';
import { changeUser, insertUser } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import { requireVersion, type Context, type UserContext, type Services } from '../context.ts';
import { isEmptyChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { calls, list, one, reply, tagged } from '../http/calls.ts';
import { single } from '../http/endpoint.ts';
import { hashToken } from '../http/guards.ts';
import { writeOnce } from '../http/idempotency.ts';
import { shownBy } from '../http/resource.ts';
import { renderMail } from '../mail/layout.ts';
import { queueMail } from '../mail/store.ts';
import { countingFailures } from '../rate-limits/service.ts';
import { nameOf } from '../sessions/store.ts';
import * as store from './store.ts';

const presentJudge = shownBy(judge);
const presentListed = shownBy(listedJudge);
const presentInterests = shownBy(interests);

function required(row: store.JudgeRow | undefined): store.JudgeRow {
  if (!row) throw new Problem('not_found', JUDGE.notFound);
  return row;
}

async function listJudges(context: Context, query: ListJudgesQuery) {
  const { rows, total } = await store.listJudges(context.db, query);
  const counts = await store.countOpenReviews(
    context.db.read,
    rows.map(({ id }) => id),
  );
  return { items: rows.map((row, place) => presentListed({ ...row, ...counts[place]! })), total };
}

export async function getJudge({ db }: Context, id: string) {
  const row = required(await store.findJudge(db.read, id));
  return { judge: presentJudge(row), version: row.version };
}

const lockJudge = async (tx: Executor, id: string) => required(await store.lockJudge(tx, id));

const PERSONAL = ['first_name', 'last_name', 'phone_number', 'region'] as const;

/** Writes what differs, to the account and to the judge; returns whether anything did. */
async function writeJudge(
  context: Context,
  tx: Executor,
  old: store.JudgeRow,
  input: UpdateJudgeInput,
) {
  const sent = Object.entries(input).filter(
    ([name, value]) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]),
  );
  const changes = Object.fromEntries(sent) as UpdateJudgeInput;
  if (isEmptyChange(changes)) return false;
  const now = context.clock();
  const isPersonal = (name: string) => (PERSONAL as readonly string[]).includes(name);
  const personal = Object.fromEntries(sent.filter(([name]) => isPersonal(name)));
  if (!isEmptyChange(personal))
    await changeUser(tx, old.id, {
      ...{ ...personal, search_text: searchTextOf({ ...old, ...personal }) },
      ...{ updated_at: now, version: old.user_version + 1 },
    });
  const own = sent.filter(([name]) => !isPersonal(name));
  const columns = own.map(([name, value]) => [
    name,
    Array.isArray(value) ? JSON.stringify(value) : value,
  ]);
  const saved = { updated_at: now, version: old.version + 1 };
  await store.changeJudge(tx, old.id, { ...Object.fromEntries(columns), ...saved });
  await audit(tx, context, 'judge.update', 'judge', old.id, { before: old, after: changes });
  return true;
}

export async function updateJudge(
  context: UserContext,
  tx: Executor,
  id: string,
  input: UpdateJudgeInput,
) {
  const old = await lockJudge(tx, id);
  requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
  return writeJudge(context, tx, old, input);
}

export async function getInterests({ db, actor }: UserContext) {
  const row = required(await store.findJudge(db.read, actor.id));
  return { interests: presentInterests(row), version: row.version };
}

const NOWHERE = { phone_number: '', city: '', digital_address: '' };

/** The rounds that wait for the judge, a sentence each. */
const describeComing = async (db: Executor, judgeId: string, now: Date) =>
  (await store.listComing(db, judgeId)).map((row) => describeRound(row, now));

type Coming = Awaited<ReturnType<typeof store.listComing>>[number];

/** Which program and round, how many proposals, from when until when: as far as it is known. */
function describeRound(row: Coming, now: Date) {
  const { name, program_title: program, closes_at: closes, opened_at, deadline_date } = row;
  const reviews = opened_at ? { count: row.reviews, isExact: true } : shareOf(row, now);
  const work = reviews && reviews.count > 0 && describeCount(reviews);
  const from = formatDateTime(opened_at ?? deadline_date);
  const end = closes ? ` until ${formatDateTime(closes)} GMT` : '';
  return `You would judge ${work ? `${work} in ` : 'in '}${name} of ${program}, from ${from} GMT${end}.`;
}

/** Only a first round of all regions, of a program that has closed, can be told before it opens. */
function shareOf(row: Coming, now: Date) {
  if (row.position !== 1 || row.regions !== null || row.deadline_date > now) return null;
  const each = row.reviews_per_proposal || row.judges;
  const share = Math.ceil((row.proposals * each) / row.judges);
  return { count: Math.min(share, row.proposals), isExact: false };
}

/** Voids the judge's older invitations, and mails a new one. */
async function sendInvitation(
  { clock, publicUrl }: Pick<Services, 'clock' | 'publicUrl'>,
  tx: Executor,
  judge: Pick<store.JudgeRow, 'id' | 'first_name' | 'email'>,
  isReminder: boolean,
) {
  const now = clock();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + JUDGES.invitationDays * DAY_MS);
  await store.voidInvitations(tx, judge.id, now);
  await store.invitations.insert(tx, {
    ...{ token_hash: hashToken(token), judge_id: judge.id, created_at: now },
    ...{ expires_at: expiresAt, reminded_at: isReminder ? now : null },
  });
  const url = publicUrl + SCREENS.judgeInvitation({ token });
  const rounds = await describeComing(tx, judge.id, now);
  const words = invitationMail({ firstName: judge.first_name, expiresAt, url, isReminder, rounds });
  await queueMail(tx, { to: judge.email, ...words, giveUpAt: expiresAt, isSecret: true }, now);
}

async function answerOf(tx: Executor, id: string, status?: number) {
  const row = (await store.findJudge(tx, id))!;
  return single(presentJudge(row), row.version, status);
}

const setState = (
  tx: Executor,
  { id, version }: store.JudgeRow,
  state: store.JudgeRow['state'],
  now: Date,
) => store.changeJudge(tx, id, { state, updated_at: now, version: version + 1 });

/** Opens an account that can log in once its owner has accepted, and mails the invitation. */
async function inviteJudge(context: UserContext, input: InviteJudgeInput) {
  const { position, organisations, ...person } = input;
  const now = context.clock();
  const user = newUser({ ...NOWHERE, ...person }, 'judge', NO_PASSWORD, now);
  const once = { call: 'judges.invite', content: input };
  const writing = writeOnce(context, once, async (tx) => {
    await requireFreeEmail(tx, input.email);
    await insertUser(tx, user);
    await store.judges.insert(tx, {
      ...{ user_id: user.id, position, organisations: JSON.stringify(organisations) },
      ...{ people: '[]', is_named: false, state: 'invited' },
      ...{ created_at: now, updated_at: now, version: 1 },
    });
    await sendInvitation(context, tx, { ...user, email: input.email }, false);
    await audit(tx, context, 'judge.invite', 'judge', user.id, { after: input });
    return answerOf(tx, user.id, 201);
  });
  const { answer } = await refusingTakenEmail(writing);
  context.notifyMail();
  return answer;
}

async function inviteAgain(context: UserContext, id: string) {
  const once = { call: 'judges.inviteAgain', content: id };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const judge = await lockJudge(tx, id);
    if (judge.state === 'accepted') throw new Problem('already_accepted', JUDGE.alreadyAccepted);
    await setState(tx, judge, 'invited', context.clock());
    await sendInvitation(context, tx, judge, false);
    await audit(tx, context, 'judge.invite', 'judge', id);
    return answerOf(tx, id);
  });
  context.notifyMail();
  return answer;
}

async function findOpen(db: Executor, token: string, now: Date) {
  const row = await store.invitations.find(db, { token_hash: hashToken(token) });
  if (!row) throw new Problem('not_found', JUDGE.unknownInvitation);
  if (row.answered_at) throw new Problem('invitation_used', JUDGE.usedInvitation);
  if (row.expires_at <= now) throw new Problem('invitation_expired', JUDGE.oldInvitation);
  return row;
}

async function getInvitation(context: Context, token: string): Promise<Invitation> {
  return countingFailures(context, async () => {
    const found = await findOpen(context.db.read, token, context.clock());
    const judge = (await store.findJudge(context.db.read, found.judge_id))!;
    return {
      ...{ first_name: judge.first_name, firm: site.name, terms: judging.terms },
      ...{ organisations: judge.organisations, expires_at: found.expires_at.toISOString() },
      rounds: await describeComing(context.db.read, judge.id, context.clock()),
    };
  });
}

/**
 * Accepts, with a password and what the judge could not judge freely; or declines, which admins
 * hear. Returns the address to log in with.
 */
async function answerInvitation(
  context: Context,
  token: string,
  input: AnswerInvitationInput,
  lookAgain: LookAgain,
) {
  await countingFailures(context, () => findOpen(context.db.read, token, context.clock()));
  if (input.accept) refuseWellKnown(input.password!, 'password');
  const passwordHash = input.accept
    ? await hashPassword(input.password!, context.address)
    : undefined;
  const email = await context.db.write(async (tx) => {
    const { judge_id: id } = await findOpen(tx, token, context.clock());
    await lookAgain.lock(context.db, tx, id);
    const judge = await lockJudge(tx, id);
    await findOpen(tx, token, context.clock());
    const now = context.clock();
    await store.invitations.change(tx, { token_hash: hashToken(token) }, { answered_at: now });
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
) {
  const now = context.clock();
  const phone = phone_number || judge.phone_number;
  const said = { organisations, people, is_named, phone_number: phone };
  await writeJudge(context, tx, judge, said);
  const current = (await store.findJudge(tx, judge.id))!;
  const saved = { updated_at: now, version: current.user_version + 1 };
  await changeUser(tx, judge.id, { password_hash: passwordHash, ...saved });
  await setState(tx, current, 'accepted', now);
  await audit(tx, context, 'judge.accept', 'judge', judge.id);
}

async function decline(context: UserContext, tx: Executor, judge: store.JudgeRow) {
  const now = context.clock();
  await setState(tx, judge, 'declined', now);
  const words = declinedMail(nameOf(judge), context.publicUrl + JUDGING_SCREENS.judges);
  await store.mailAdmins(tx, words, now);
  await audit(tx, context, 'judge.decline', 'judge', judge.id);
}

/** Repeats invitations that nobody has answered for a week, each once. */
export async function remindInvited(services: Services) {
  const now = services.clock();
  const before = new Date(now.getTime() - JUDGES.reminderDays * DAY_MS);
  for (const { judge_id, token_hash } of await store.listForgotten(services.db.read, before, now))
    await services.db.write(async (tx) => {
      const unanswered = { token_hash, reminded_at: null, answered_at: null };
      if (!(await store.invitations.lock(tx, unanswered))) return;
      await store.invitations.change(tx, { token_hash }, { reminded_at: now });
      await sendInvitation(services, tx, (await store.findJudge(tx, judge_id))!, true);
    });
  services.notifyMail();
}

export const judgesCalls = (lookAgain: LookAgain) =>
  calls({
    'GET /judges/': list('judges.list', 'List judges', listedJudge, {
      query: listJudgesQuery,
      run: listJudges,
    }),
    'POST /judges/': reply('judges.invite', 'Invite a judge', {
      body: inviteJudgeInput,
      answer: judge,
      status: 201,
      idempotent: true,
      refuses: [400],
      run: inviteJudge,
    }),
    'GET /judges/me': tagged('interests.get', 'Get my declaration of interests', {
      answer: interests,
      tagged: true,
      of: 'interests',
      run: getInterests,
    }),
    'GET /judges/{id}': tagged('judges.get', 'Get a judge', {
      answer: judge,
      tagged: true,
      of: 'judge',
      run: getJudge,
    }),
    'POST /judges/{id}/invite': reply('judges.invite', 'Invite a judge again', {
      answer: judge,
      idempotent: true,
      refuses: [409],
      run: inviteAgain,
    }),
    'GET /judge-invitations/{token}': one('judges.answer', 'Get an invitation to judge', {
      answer: invitation,
      refuses: [409],
      run: getInvitation,
    }),
    'POST /judge-invitations/{token}': one(
      'judges.answer',
      'Accept or decline an invitation to judge',
      {
        body: answerInvitationInput,
        answer: z.object({ state: z.enum(['accepted', 'declined']), email: z.string() }),
        refuses: [409],
        run: (context: Context, token: string, input: AnswerInvitationInput) =>
          answerInvitation(context, token, input, lookAgain),
      },
    ),
  });

type InvitationMail = {
  firstName: string;
  expiresAt: Date;
  url: string;
  isReminder: boolean;
  /** Of rounds that they are in already: a sentence each. */
  rounds: readonly string[];
};

const NOT_YET =
  'Before your first round opens, we will tell you which program it is for, how many proposals you have and by when.';

const describeCount = ({ count, isExact }: { count: number; isExact: boolean }): string =>
  `${isExact ? '' : 'about '}${count.toLocaleString('en-GB')} ${count === 1 ? 'proposal' : 'proposals'}`;

/** `url` answers the invitation once. */
const invitationMail = ({ firstName, expiresAt, url, isReminder, rounds }: InvitationMail) =>
  renderMail({
    subject: isReminder
      ? `Reminder: will you judge for ${site.name}?`
      : `${site.name} invites you to judge`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${site.name} would like you to judge proposals for the National Pitch Trek. Read them when it suits you, on a phone or a computer.`,
      ...(rounds.length > 0 ? rounds : [NOT_YET]),
      'These are the terms:',
      ...judging.terms.split('\n\n'),
      `Please accept or decline by ${formatDate(expiresAt)}. The link works once, within ${JUDGES.invitationDays} days of this email.`,
      `If you also work for us as an admin, judging needs a separate account with another email address. This invitation is for that account.`,
    ],
    action: { label: 'Answer the invitation', url },
  });

const declinedMail = (name: string, url: string) =>
  renderMail({
    subject: `${name} can’t judge this time`,
    greeting: 'Hello,',
    paragraphs: [`${name} has declined the invitation to judge.`],
    action: { label: 'View judges', url },
  });
