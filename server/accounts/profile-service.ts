import { SHARED_RULES, invalid, Problem } from '#domain/problem.ts';
import {
  ACCOUNT_RULES,
  describeUnchangeable,
  OTP,
  type UnchangeableField,
} from '#domain/accounts/messages.ts';
import type { AuditAction } from '#domain/audit/rules.ts';
import { dropUnchanged } from '#domain/accounts/rules.ts';
import type { UpdateProfileInput } from '#domain/accounts/schema.ts';
import { countingFailures, tooMany } from '../rate-limits/service.ts';
import { audit } from '../audit.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { raiseVersion } from '../db/versions.ts';
import { requireVersion, type Context, type UserContext } from '../context.ts';
import type { Db, Executor } from '../db/open.ts';
import { queueMail, redirectUnsent } from '../mail/store.ts';
import { emailTaken, presentProfile, refusingTakenEmail, searchTextOf } from './account-service.ts';
import { issueCode, refuseInTheSameTime, tryCode } from './codes.ts';
import { endChallengesOf, findChallenge, MAILED, mayBeTried } from './store.ts';
import { emailChangeNotice, emailCodeMail } from './mails.ts';
import { requirePassword } from './passwords.ts';
import * as store from './store.ts';

async function present(context: UserContext, db: Executor, row: store.UserRow) {
  const key = { user_id: row.id, purpose: 'email' } as const;
  const code = await findChallenge(db, 'codes', key, context.clock());
  const pending = code && mayBeTried(code) ? code.new_email : null;
  return { item: presentProfile(row, pending), version: row.version };
}

/** The body of a change, without values that are stored already. */
export async function readChanges(context: UserContext, body: object) {
  return dropUnchanged(
    body,
    await store.requireUser(store.findUser(context.db.read, context.actor.id)),
  );
}

export async function getProfile(context: UserContext) {
  const { actor, clock, db } = context;
  const row = await store.findProfile(db.read, actor.id, clock());
  if (!row) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
  const isPending = mayBeTried({ wrong_tries: row.wrong_tries ?? 0 });
  const item = presentProfile(row, isPending ? row.new_email : null);
  const { lacksFactor } = actor;
  return {
    item: { ...item, ...(lacksFactor && { second_factor_setup_required: true }) },
    version: row.version,
  };
}

/**
 * Returns the requested address if it is a new one, once the current password was right and the
 * address is free.
 */
async function readNewEmail(context: UserContext, { email, current_password }: UpdateProfileInput) {
  const user = await store.requireUser(store.findUser(context.db.read, context.actor.id));
  if (!email || email === user.email) return undefined;
  if (!current_password) throw invalid({ current_password: ACCOUNT_RULES.currentPassword });
  const wrong = invalid({ current_password: ACCOUNT_RULES.wrongCurrentPassword });
  await requirePassword(context, user, current_password, wrong);
  if (await store.users.find(context.db.read, { email }))
    await countingFailures(context, () => Promise.reject(emailTaken()));
  return { email, provenBy: user.password_hash };
}

/** Nobody could be addressed or logged in without these: clearing them has no effect. */
const UNCHANGEABLE_FIELDS: readonly UnchangeableField[] = ['first_name', 'last_name', 'email'];

const emptiedOf = (input: UpdateProfileInput) =>
  UNCHANGEABLE_FIELDS.filter((field) => input[field] === '');

/** Without another address, which its code proves first. */
function changedFields(old: store.UserRow, sent: UpdateProfileInput) {
  const { email: _email, current_password: _password, ...input } = sent;
  const emptied = Object.fromEntries(emptiedOf(sent).map((field) => [field, undefined]));
  return changesIn(old, { ...input, ...emptied, email: undefined }) as Partial<store.UserRow>;
}

/** Judging, which knows accounts, hands in how it looks for ties of somebody who has changed. */
export type LookAgain = {
  /** Comes first: a transaction that has locked a round may be waiting for the account. */
  lock: (db: Db, tx: Executor, userId: string) => Promise<void>;
  look: (context: Context, tx: Executor, userId: string) => Promise<void>;
};

async function askForNewEmail(
  context: UserContext,
  tx: Executor,
  user: store.UserRow,
  newEmail: string,
) {
  const retryAfter = await issueCode(context, tx, {
    userId: user.id,
    purpose: 'email',
    to: newEmail,
    newEmail,
    mail: emailCodeMail,
    isForEverybody: true,
  });
  if (retryAfter !== undefined) throw tooMany(context, 'code', retryAfter, { user: user.id });
  const mail = { to: user.email, ...emailChangeNotice(context.publicUrl) };
  await queueMail(tx, mail, context.clock());
}

/** Also changes what is copied from the account into its proposals. */
export async function saveFields(
  context: UserContext,
  tx: Executor,
  old: store.UserRow,
  changes: Partial<store.UserRow>,
  { action = 'profile.update', pendingEmail }: { action?: AuditAction; pendingEmail?: string } = {},
) {
  const next = { ...old, ...changes, updated_at: context.clock(), version: old.version + 1 };
  const search_text = searchTextOf(next);
  const { updated_at, version } = next;
  await store.changeUser(tx, old.id, { ...changes, search_text, updated_at, version });
  await store.changeApplicantOfProposals(tx, { ...next, search_text });
  await raiseVersion(tx, 'proposals');
  // The public record has regions of applicants, and names of judges.
  if (old.role === 'judge' || changes.region !== undefined) await raiseVersion(tx, 'public');
  await audit(tx, context, action, 'user', old.id, {
    before: old,
    after: { ...changes, ...(pendingEmail && { pending_email: pendingEmail }) },
  });
  return next;
}

/**
 * Changes the sent fields; a cleared name or e-mail stays, with a `message`. Another e-mail address
 * takes effect only once its code is passed to `verifyEmail`. All or nothing.
 */
export async function updateProfile(
  context: UserContext,
  input: UpdateProfileInput,
  lookAgain: LookAgain,
) {
  const wanted = await readNewEmail(context, input);
  const updated = await context.db.write(async (tx) => {
    await lookAgain.lock(context.db, tx, context.actor.id);
    const old = await store.requireUser(store.lockUser(tx, context.actor.id));
    requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
    if (wanted && wanted.provenBy !== old.password_hash)
      throw invalid({ current_password: ACCOUNT_RULES.wrongCurrentPassword });
    const changes = changedFields(old, input);
    if (wanted) await askForNewEmail(context, tx, old, wanted.email);
    const isSaved = !isEmptyChange(changes) || wanted !== undefined;
    const row = isSaved
      ? await saveFields(context, tx, old, changes, wanted && { pendingEmail: wanted.email })
      : old;
    if (!isEmptyChange(changes)) await lookAgain.look(context, tx, old.id);
    return present(context, tx, row);
  });
  context.notifyMail();
  const emptied = emptiedOf(input);
  return emptied.length > 0
    ? { ...updated, item: { ...updated.item, message: describeUnchangeable(emptied) } }
    : updated;
}

/**
 * Makes the verified address the account's, redirects unsent mails about proposals, and voids codes
 * that were sent to the old one.
 */
export async function verifyEmail(context: UserContext, otp: string, lookAgain: LookAgain) {
  const verify = async () => {
    const verifying = context.db.write(async (tx) => {
      await lookAgain.lock(context.db, tx, context.actor.id);
      const user = await store.requireUser(store.lockUser(tx, context.actor.id));
      const attempt = { userId: user.id, purpose: 'email', typed: otp } as const;
      const code = await tryCode(context, tx, attempt);
      if (!code?.newEmail) return undefined;
      const row = await saveFields(context, tx, user, { email: code.newEmail });
      await endChallengesOf(tx, user.id, MAILED);
      // After their proposals are locked: nobody queues more for the old address.
      if (user.email) await redirectUnsent(tx, user.email, code.newEmail);
      await lookAgain.look(context, tx, user.id);
      return present(context, tx, row);
    });
    const verified = await refusingTakenEmail(verifying);
    context.notifyMail();
    if (!verified) throw new Problem('bad_code', OTP.failed);
    return verified;
  };
  return refuseInTheSameTime(() => countingFailures(context, verify));
}
