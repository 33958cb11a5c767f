/** Second factors of a person of the firm: set up, removed, and reset for who has lost them all. */
import { randomUUID } from 'node:crypto';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import {
  factor,
  type AddedFactor,
  type AddPasskeyInput,
  type Proof,
} from '#domain/accounts/factor-schema.ts';
import { FACTORS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Context, Services, UserContext } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import type { Row } from '../db/tables.ts';
import { shownBy } from '../http/resource.ts';
import { queueMail } from '../mail/store.ts';
import { deleteOtherSessions, sessions } from '../sessions/store.ts';
import * as challenges from './store.ts';
import {
  decryptSecret,
  encryptSecret,
  makeRecoveryCodes,
  newSecret,
  stepOf,
} from './factor-codes.ts';
import {
  factorAddedMail,
  factorRemovedMail,
  factorResetMail,
  recoveryCodesRenewedMail,
} from './mails.ts';
import { creationOptions, loadWebAuthn, readNewPasskey, type RelyingParty } from './passkeys.ts';
import { proveOwner } from './passwords.ts';
import {
  factors,
  findUser,
  listFactors,
  lockUser,
  recoveryCodes,
  requireUser,
  users,
  type UserRow,
} from './store.ts';

const APP_NAME = 'Authenticator app';
const setUpExpired = () => new Problem('challenge_expired', FACTOR.setUpExpired);

/** Never a key, a secret or a code. */
const presentFactor = shownBy(factor);

export async function describeFactors(
  { db, config }: Pick<UserContext, 'db' | 'config'>,
  userId: string,
) {
  const found = await listFactors(db.read, userId);
  return {
    is_set_up: found.length > 0,
    is_required: config.needsSecondFactor,
    factors: found.map(presentFactor),
    recovery_codes_left: await recoveryCodes.count(db.read, { user_id: userId }),
  };
}

type Purpose = 'passkey' | 'totp';

export async function beginPasskey(context: UserContext, party: RelyingParty, proof: Proof) {
  const user = await proveOwner(context, proof);
  const known = await listFactors(context.db.read, user.id);
  if (known.filter(({ kind }) => kind === 'passkey').length >= FACTORS.passkeys)
    throw new Problem('too_many_factors', FACTOR.tooMany);
  const options = await creationOptions(await loadWebAuthn(), party, user, known);
  const begun = { user_id: user.id, purpose: 'passkey', value: options.challenge } as const;
  await context.db.write((tx) => challenges.beginChallenge(context, tx, begun));
  return options;
}

export async function addPasskey(
  context: UserContext,
  party: RelyingParty,
  { name, credential }: AddPasskeyInput,
) {
  const webauthn = await loadWebAuthn();
  const { user, challenge } = await context.db.write(async (tx) => {
    const begun = await requireSetUp(context, tx, 'passkey');
    await challenges.endChallenge(tx, 'factor_challenges', begun.challenge);
    return begun;
  });
  const read = { credential, challenge: challenge.value ?? '' };
  const facts = await readNewPasskey(context, webauthn, party, read);
  if (!facts) throw new Problem('bad_code', FACTOR.refusedPasskey);
  return addFactor(context, user.id, { kind: 'passkey', name, ...facts }).catch((error) => {
    throw isUniqueViolation(error) ? new Problem('bad_code', FACTOR.refusedPasskey) : error;
  });
}

async function requireSetUp(context: UserContext, tx: Executor, purpose: Purpose) {
  const user = await lockSelf(context, tx);
  const challenge = await challenges.findBegun(context, tx, { user_id: user.id, purpose });
  if (!challenge) throw setUpExpired();
  return { user, challenge };
}

export async function beginTotp(context: UserContext, proof: Proof) {
  const user = await proveOwner(context, proof);
  const known = await listFactors(context.db.read, user.id);
  if (known.some(({ kind }) => kind === 'totp')) throw new Problem('factor_exists', FACTOR.hasApp);
  const setup = newSecret(user.email ?? '');
  const value = encryptSecret(context.factorSecret, user.id, setup.secret);
  const begun = { user_id: user.id, purpose: 'totp', value } as const;
  await context.db.write((tx) => challenges.beginChallenge(context, tx, begun));
  return { ...setup, expires_in: FACTORS.challengeLifetimeSeconds };
}

export async function confirmTotp(context: UserContext, { code }: { code: string }) {
  const { clock, factorSecret } = context;
  const begun = await context.db.write(async (tx) => {
    const { user, challenge } = await requireSetUp(context, tx, 'totp');
    const secret = challenge.value ?? '';
    const step = stepOf(decryptSecret(factorSecret, user.id, secret), code, clock());
    if (step !== undefined) await challenges.endChallenge(tx, 'factor_challenges', challenge);
    else await challenges.countWrongTry(tx, 'factor_challenges', challenge);
    return { userId: user.id, secret, step };
  });
  if (begun.step === undefined) throw new Problem('bad_code', FACTOR.wrongCode);
  const facts = { secret: begun.secret, last_step: begun.step };
  return addFactor(context, begun.userId, { kind: 'totp', name: APP_NAME, ...facts }).catch(
    (error) => {
      throw isUniqueViolation(error) ? new Problem('factor_exists', FACTOR.hasApp) : error;
    },
  );
}

type Factor = Row<'second_factors'>;

/** The first factor brings recovery codes, and ends sessions that were opened without it. */
async function addFactor(
  context: UserContext,
  userId: string,
  facts: Pick<Factor, 'kind' | 'name'> & Partial<Factor>,
): Promise<AddedFactor> {
  const { db, clock, actor } = context;
  const now = clock();
  const row: Factor = {
    ...{ id: randomUUID(), user_id: userId, created_at: now, last_used_at: null },
    ...{ credential_id: null, public_key: null, sign_count: 0, transports: '' },
    ...{ secret: null, last_step: 0 },
    ...facts,
  };
  const codes = await db.write(async (tx) => {
    const user = await lockSelf(context, tx);
    const isFirst = (await factors.count(tx, { user_id: userId })) === 0;
    await factors.insert(tx, row);
    if (isFirst) await deleteOtherSessions(tx, userId, actor.tokenHash);
    const after = { kind: row.kind, name: row.name };
    await audit(tx, context, 'factors.create', 'user', userId, { after });
    await tell(context, tx, user, factorAddedMail(context.publicUrl, row.kind));
    return isFirst ? makeRecoveryCodes(context, tx, userId) : undefined;
  });
  context.notifyMail();
  return { ...presentFactor(row), ...(codes && { recovery_codes: codes }) };
}

async function lockSelf({ actor }: UserContext, tx: Executor) {
  const user = await lockUser(tx, actor.id);
  if (!user) throw setUpExpired();
  return user;
}

function tell(
  { clock }: Pick<UserContext, 'clock'>,
  tx: Executor,
  { email }: UserRow,
  words: ReturnType<typeof factorAddedMail>,
) {
  return queueMail(tx, { to: email, ...words }, clock());
}

export async function renewRecoveryCodes(context: UserContext, proof: Proof) {
  await proveOwner(context, proof);
  const codes = await context.db.write(async (tx) => {
    const user = await lockSelf(context, tx);
    if ((await factors.count(tx, { user_id: user.id })) === 0)
      throw new Problem('no_second_factor', FACTOR.none);
    await audit(tx, context, 'factors.renewCodes', 'user', user.id);
    await tell(context, tx, user, recoveryCodesRenewedMail(context.publicUrl));
    return makeRecoveryCodes(context, tx, user.id);
  });
  context.notifyMail();
  return { recovery_codes: codes };
}

/** The recovery codes are deleted with the last factor. */
export async function removeFactor(context: UserContext, id: string, proof: Proof) {
  await proveOwner(context, proof);
  await context.db.write(async (tx) => {
    const user = await lockSelf(context, tx);
    const own = await listFactors(tx, user.id);
    const gone = own.find((one) => one.id === id);
    if (!gone) throw new Problem('not_found', FACTOR.notFound);
    const isLast = own.length === 1;
    if (isLast && context.config.needsSecondFactor) throw new Problem('last_factor', FACTOR.last);
    await factors.remove(tx, { id: gone.id });
    if (isLast) await recoveryCodes.remove(tx, { user_id: user.id });
    await challenges.endChallengesOf(tx, user.id, ['factor_challenges']);
    const before = { kind: gone.kind, name: gone.name };
    await audit(tx, context, 'factors.delete', 'user', user.id, { before });
    await tell(context, tx, user, factorRemovedMail(context.publicUrl, gone.kind, isLast));
  });
  context.notifyMail();
}

type Resetting = Pick<Context, 'actor' | 'clock' | 'config' | 'publicUrl'> & { address?: string };

/** With the user locked. Returns whether there was anything to reset. */
async function reset(parts: Resetting, tx: Executor, user: UserRow) {
  await recoveryCodes.remove(tx, { user_id: user.id });
  const removed = await factors.remove(tx, { user_id: user.id });
  if (removed === 0) return false;
  await challenges.endChallengesOf(tx, user.id);
  await sessions.remove(tx, { user_id: user.id });
  const words = factorResetMail(parts.publicUrl, parts.config.needsSecondFactor);
  await queueMail(tx, { to: user.email, ...words }, parts.clock());
  await audit(tx, parts, 'users.resetFactors', 'user', user.id, { before: { factors: removed } });
  return true;
}

export async function getFactorsOf(context: UserContext, id: string) {
  const user = await requireUser(findUser(context.db.read, id));
  return describeFactors(context, user.id);
}

export async function resetFactors(context: UserContext, id: string) {
  if (id === context.actor.id) throw new Problem('own_account', FACTOR.ownReset);
  await context.db.write(async (tx) => {
    const user = await requireUser(lockUser(tx, id));
    if (!(await reset(context, tx, user))) throw new Problem('no_second_factor', FACTOR.none);
  });
  context.notifyMail();
}

/** From the command line. Returns the result: unknown address, nothing to reset, or done. */
export async function resetFactorsAtTheMachine(
  parts: Pick<Services, 'db' | 'clock' | 'config' | 'publicUrl'>,
  email: string,
): Promise<'unknown' | 'none' | 'done'> {
  const found = await users.find(parts.db.read, { email });
  if (!found) return 'unknown';
  const isDone = await parts.db.write(async (tx) => {
    const user = await lockUser(tx, found.id);
    return user ? reset({ ...parts, actor: { role: 'visitor' } }, tx, user) : false;
  });
  return isDone ? 'done' : 'none';
}
