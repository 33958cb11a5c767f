/** Passkeys (WebAuthn), by a library that is loaded on first use. */
import type { WebAuthnCredential } from '@simplewebauthn/server';
import { site } from '#content/site.ts';
import { FACTORS } from '#domain/constants.ts';
import type { AddPasskeyInput, PasskeyLoginInput } from '#domain/accounts/factor-schema.ts';
import type { Context } from '../context.ts';
import type { FactorsTable } from '../db/factor-tables.ts';
import type { UserRow } from './store.ts';

/** Call it before a transaction: loading takes long, and SQLite has one writer. */
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

const described = (passkeys: readonly FactorsTable[]) =>
  passkeys.flatMap(({ credential_id: id, transports }) =>
    id ? [{ id, transports: transports.split(',').filter(Boolean) }] : [],
  );

/** Options with which the browser creates a passkey. */
export const creationOptions = (
  { generateRegistrationOptions }: WebAuthn,
  party: RelyingParty,
  user: UserRow,
  known: readonly FactorsTable[],
) =>
  generateRegistrationOptions({
    rpName: site.name,
    rpID: party.id,
    userName: user.email,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim(),
    userID: new TextEncoder().encode(user.id),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: described(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

/** Options with which the browser requests a signature. */
export const requestOptions = (
  { generateAuthenticationOptions }: WebAuthn,
  party: RelyingParty,
  known: readonly FactorsTable[],
) =>
  generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: described(known),
    userVerification: 'preferred',
  });

type Facts = Pick<FactorsTable, 'credential_id' | 'public_key' | 'sign_count' | 'transports'>;
type Log = Pick<Context, 'log'>;

/** What is stored of a new passkey; undefined if it does not match the challenge. */
export async function readNewPasskey(
  { log }: Log,
  { verifyRegistrationResponse }: WebAuthn,
  party: RelyingParty,
  { credential, challenge }: Pick<AddPasskeyInput, 'credential'> & { challenge: string },
): Promise<Facts | undefined> {
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

/** The new counter of the passkey that signed; undefined if the signature is wrong. */
export async function readSignature(
  { log }: Log,
  { verifyAuthenticationResponse }: WebAuthn,
  party: RelyingParty,
  {
    credential,
    challenge,
    passkey,
  }: Pick<PasskeyLoginInput, 'credential'> & { challenge: string; passkey: FactorsTable },
): Promise<number | undefined> {
  const known: WebAuthnCredential = {
    id: credential.id,
    publicKey: new Uint8Array(Buffer.from(passkey.public_key ?? '', 'base64url')),
    counter: Number(passkey.sign_count),
  };
  const answer = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: known,
    requireUserVerification: false,
  }).catch((error: Error) => void log.warn({ reason: error.message }, 'a passkey was refused'));
  return answer?.verified ? answer.authenticationInfo.newCounter : undefined;
}
