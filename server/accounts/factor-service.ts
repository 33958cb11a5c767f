/** A person's own second factor: listed, added and removed. */
import { randomUUID } from 'node:crypto';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type {
  AddedFactor,
  AddPasskeyInput,
  Factor,
  Proof,
  RecoveryCodes,
  SecondFactor,
  TotpSetup,
} from '#domain/accounts/factor-schema.ts';
import { FACTORS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import type { FactorChallengesTable, FactorsTable } from '../db/factor-tables.ts';
import type { Executor } from '../db/open.ts';
import { queueMail } from '../mail/store.ts';
import { deleteOtherSessions } from '../sessions/store.ts';
import * as challenges from './challenge-store.ts';
import { factorAddedMail, factorRemovedMail, recoveryCodesRenewedMail } from './factor-mails.ts';
import { beginChallenge, findBegun } from './factor-login-service.ts';
import { proveOwner } from './proofs.ts';
import * as store from './factor-store.ts';
import { creationOptions, loadWebAuthn, readNewPasskey, type RelyingParty } from './passkeys.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { lockUser, type UserRow } from './store.ts';
import { decryptSecret, encryptSecret, newSecret, stepOf } from './totp.ts';

const APP_NAME = 'Authenticator app';
const setUpExpired = () => new Problem('challenge_expired', FACTOR.setUpExpired);

export const presentFactor = (row: FactorsTable): Factor => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/** Somebody's factors; never a key, a secret or a code. */
export async function describeFactors(
  { db, config }: Pick<UserContext, 'db' | 'config'>,
  userId: string,
): Promise<SecondFactor> {
  const factors = await store.listFactors(db.read, userId);
  return {
    is_set_up: factors.length > 0,
    is_required: config.needsSecondFactor,
    factors: factors.map(presentFactor),
    recovery_codes_left: await store.countRecoveryCodes(db.read, userId),
  };
}

type Purpose = Exclude<FactorChallengesTable['purpose'], 'login'>;

/**
 * What the browser needs to create a passkey, after proof of ownership. Refuses a wrong proof with
 * 422, an eleventh passkey with 409, and with 429.
 */
export async function beginPasskey(context: UserContext, party: RelyingParty, proof: Proof) {
  const user = await proveOwner(context, proof);
  const known = await store.listFactors(context.db.read, user.id);
  if (known.filter(({ kind }) => kind === 'passkey').length >= FACTORS.passkeys)
    throw new Problem('too_many_factors', FACTOR.tooMany);
  const options = await creationOptions(await loadWebAuthn(), party, user, known);
  await context.db.write((tx) =>
    beginChallenge(context, tx, {
      user_id: user.id,
      purpose: 'passkey',
      value: options.challenge,
    }),
  );
  return options;
}

/**
 * Refuses with 400 a set-up that was not begun here within five minutes, and a signature that does
 * not match.
 */
export async function addPasskey(
  context: UserContext,
  party: RelyingParty,
  { name, credential }: AddPasskeyInput,
): Promise<AddedFactor> {
  const webauthn = await loadWebAuthn();
  const { user, challenge } = await takeSetUp(context, 'passkey');
  const read = { credential, challenge: challenge.value ?? '' };
  const facts = await readNewPasskey(context, webauthn, party, read);
  if (!facts) throw new Problem('bad_code', FACTOR.refusedPasskey);
  return addFactor(context, user.id, { kind: 'passkey', name, ...facts }).catch((error) => {
    throw isUniqueViolation(error) ? new Problem('bad_code', FACTOR.refusedPasskey) : error;
  });
}

type SetUp = { user: UserRow; challenge: FactorChallengesTable };

/**
 * Call it in a transaction with the user locked. Refuses with 400 a set-up that expired or was not
 * begun.
 */
async function requireSetUp(context: UserContext, tx: Executor, purpose: Purpose): Promise<SetUp> {
  const user = await requireUser(context, tx);
  const challenge = await findBegun(context, tx, { user_id: user.id, purpose });
  if (!challenge) throw setUpExpired();
  return { user, challenge };
}

/** Returns the pending set-up and deletes it. */
function takeSetUp(context: UserContext, purpose: Purpose): Promise<SetUp> {
  return context.db.write(async (tx) => {
    const found = await requireSetUp(context, tx, purpose);
    await challenges.endChallenge(tx, 'factor_challenges', found.challenge);
    return found;
  });
}

/** A secret for the app, after proof of ownership. Refuses a second app with 409. */
export async function beginTotp(context: UserContext, proof: Proof): Promise<TotpSetup> {
  const user = await proveOwner(context, proof);
  const known = await store.listFactors(context.db.read, user.id);
  if (known.some(({ kind }) => kind === 'totp')) throw new Problem('factor_exists', FACTOR.hasApp);
  const setup = newSecret(user.email);
  const value = encryptSecret(context.factorSecret, user.id, setup.secret);
  await context.db.write((tx) =>
    beginChallenge(context, tx, { user_id: user.id, purpose: 'totp', value }),
  );
  return { ...setup, expires_in: FACTORS.challengeLifetimeSeconds };
}

/** Refuses with 400 a wrong code (the fifth voids the set-up) and an expired set-up. */
export async function confirmTotp(context: UserContext, code: string): Promise<AddedFactor> {
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

type NewFactor = Pick<FactorsTable, 'kind' | 'name'> & Partial<FactorsTable>;

/** The first factor brings recovery codes, and ends sessions that were opened without it. */
async function addFactor(
  context: UserContext,
  userId: string,
  facts: NewFactor,
): Promise<AddedFactor> {
  const { db, clock, actor } = context;
  const now = clock();
  const row: FactorsTable = {
    ...{ id: randomUUID(), user_id: userId, created_at: now, last_used_at: null },
    ...{ credential_id: null, public_key: null, sign_count: 0, transports: '' },
    ...{ secret: null, last_step: 0 },
    ...facts,
  };
  const codes = await db.write(async (tx) => {
    const user = await requireUser(context, tx);
    const isFirst = !(await store.hasFactor(tx, userId));
    await store.insertFactor(tx, row);
    if (isFirst) await deleteOtherSessions(tx, userId, actor.tokenHash);
    const after = { kind: row.kind, name: row.name };
    await audit(tx, context, 'factors.create', 'user', userId, { after });
    await tell(context, tx, user, factorAddedMail(context.publicUrl, row.kind));
    return isFirst ? makeRecoveryCodes(context, tx, userId) : undefined;
  });
  context.notifyMail();
  return { ...presentFactor(row), ...(codes && { recovery_codes: codes }) };
}

async function requireUser({ db, actor }: UserContext, tx: Executor): Promise<UserRow> {
  const user = await lockUser(db, tx, actor.id);
  if (!user) throw setUpExpired();
  return user;
}

function tell(
  { clock }: Pick<UserContext, 'clock'>,
  tx: Executor,
  { email }: UserRow,
  words: ReturnType<typeof factorAddedMail>,
): Promise<void> {
  return queueMail(tx, { to: email, ...words }, clock());
}

/**
 * Replaces all recovery codes. Refuses a wrong proof with 422, a person without a factor with 409,
 * and with 429.
 */
export async function renewRecoveryCodes(
  context: UserContext,
  proof: Proof,
): Promise<RecoveryCodes> {
  await proveOwner(context, proof);
  const codes = await context.db.write(async (tx) => {
    const user = await requireUser(context, tx);
    if (!(await store.hasFactor(tx, user.id))) throw new Problem('no_second_factor', FACTOR.none);
    await audit(tx, context, 'factors.renewCodes', 'user', user.id);
    await tell(context, tx, user, recoveryCodesRenewedMail(context.publicUrl));
    return makeRecoveryCodes(context, tx, user.id);
  });
  context.notifyMail();
  return { recovery_codes: codes };
}

/**
 * The recovery codes are deleted with the last factor. Refuses with 404; a wrong proof with 422;
 * the last factor with 409 if admins must have one; and with 429.
 */
export async function removeFactor(context: UserContext, id: string, proof: Proof): Promise<void> {
  await proveOwner(context, proof);
  await context.db.write(async (tx) => {
    const user = await requireUser(context, tx);
    const factors = await store.listFactors(tx, user.id);
    const gone = factors.find((factor) => factor.id === id);
    if (!gone) throw new Problem('not_found', FACTOR.notFound);
    const isLast = factors.length === 1;
    if (isLast && context.config.needsSecondFactor) throw new Problem('last_factor', FACTOR.last);
    await store.deleteFactor(tx, user.id, gone.id);
    if (isLast) await store.deleteRecoveryCodesOf(tx, user.id);
    await challenges.endChallengesOf(tx, user.id, ['factor_challenges']);
    const before = { kind: gone.kind, name: gone.name };
    await audit(tx, context, 'factors.delete', 'user', user.id, { before });
    await tell(context, tx, user, factorRemovedMail(context.publicUrl, gone.kind, isLast));
  });
  context.notifyMail();
}
