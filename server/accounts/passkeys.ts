/** Passkeys (WebAuthn), by a library that is loaded on first use. */
import { site } from '#content/site.ts';
import { FACTORS } from '#domain/constants.ts';
import type { AddPasskeyInput, PasskeyLoginInput } from '#domain/accounts/factor-schema.ts';
import type { Context } from '../context.ts';
import type { Row } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';
import {
  changeChallenge,
  type FactorChallengeRow,
  factors,
  listFactors,
  type UserRow,
} from './store.ts';

/** Before a transaction: loading takes long, and SQLite has one writer. */
export const loadWebAuthn = () => import('@simplewebauthn/server');
type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>;

/** The site that a passkey is bound to: `id` is the host, `origin` the address in the browser. */
export type RelyingParty = { id: string; origin: string };

/**
 * From PUBLIC_URL or, if unset, from the host that the browser requested: a passkey created for one
 * host is not offered at another.
 */
export function relyingPartyOf(
  { config }: Pick<Context, 'config'>,
  request: { protocol: string; host: string },
): RelyingParty {
  const { origin, hostname } = new URL(config.publicUrl ?? `${request.protocol}://${request.host}`);
  return { origin, id: hostname };
}

/** EdDSA, ES256 and RS256: what passkeys sign with today. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = FACTORS.challengeLifetimeSeconds * 1000;

const described = (passkeys: readonly Row<'second_factors'>[]) =>
  passkeys.flatMap(({ credential_id: id, transports }) =>
    id ? [{ id, transports: transports.split(',').filter(Boolean) }] : [],
  );

export const creationOptions = (
  { generateRegistrationOptions }: WebAuthn,
  party: RelyingParty,
  user: UserRow,
  known: readonly Row<'second_factors'>[],
) =>
  generateRegistrationOptions({
    rpName: site.name,
    rpID: party.id,
    userName: user.email ?? '',
    userDisplayName: `${user.first_name} ${user.last_name}`.trim(),
    userID: new TextEncoder().encode(user.id),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: described(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

export const requestOptions = (
  { generateAuthenticationOptions }: WebAuthn,
  party: RelyingParty,
  known: readonly Row<'second_factors'>[],
) =>
  generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: described(known),
    userVerification: 'preferred',
  });

/** What is stored of a new passkey; undefined if it does not match the challenge. */
export async function readNewPasskey(
  { log }: Pick<Context, 'log'>,
  { verifyRegistrationResponse }: WebAuthn,
  party: RelyingParty,
  { credential, challenge }: Pick<AddPasskeyInput, 'credential'> & { challenge: string },
) {
  const { transports = [], ...response } = credential.response;
  const answer = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: Error) => void log.warn({ reason: error.message }, 'a new passkey was refused'));
  if (!answer?.verified) return undefined;
  const { id, publicKey, counter } = answer.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    sign_count: counter,
    transports: transports.join(','),
  };
}

/** With the user locked: whether a passkey of theirs has signed the challenge; uses it up. */
export async function usePasskey(
  { log, clock }: Pick<Context, 'log' | 'clock'>,
  { verifyAuthenticationResponse }: WebAuthn,
  party: RelyingParty,
  tx: Executor,
  challenge: FactorChallengeRow,
  credential: PasskeyLoginInput['credential'],
) {
  const own = await listFactors(tx, challenge.user_id);
  const passkey = own.find(({ credential_id: id }) => id === credential.id);
  if (!passkey || !challenge.value) return false;
  await changeChallenge(tx, 'factor_challenges', challenge, { value: null });
  const answer = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge.value,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key ?? '', 'base64url')),
      counter: Number(passkey.sign_count),
    },
    requireUserVerification: false,
  }).catch((error: Error) => void log.warn({ reason: error.message }, 'a passkey was refused'));
  if (!answer?.verified) return false;
  const use = { sign_count: answer.authenticationInfo.newCounter, last_used_at: clock() };
  await factors.change(tx, { id: passkey.id }, use);
  return true;
}
