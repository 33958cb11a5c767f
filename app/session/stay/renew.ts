import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type { RenewalInput } from '#domain/accounts/factor-schema.ts';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { RENEWAL } from '#domain/accounts/session-messages.ts';
import { STAYING } from '#domain/accounts/session-rules.ts';
import { SESSIONS } from '#domain/constants.ts';
import { SESSION_RENEWED, transport } from '#app/api/browser.ts';
import { apiPath, send, type Transport } from '#app/api/transport.ts';
import {
  readSessionEnd,
  readSessionStart,
  readToken,
  readVerified,
  writeToken,
} from '#app/storage/local-storage.ts';
import { takeAlong } from '#app/storage/offline-cache.ts';
import { sessionLabels as labels } from './labels.ts';

/** Whether the session may be renewed at this moment, or else once it has ended. */
export function mayRenew(now = readSessionEnd() ?? 0): boolean {
  const lastSeconds = SESSIONS.lifetimeSeconds + STAYING.graceSeconds;
  const until = (readSessionStart() ?? 0) + lastSeconds * 1000;
  return now < Math.min(until, readVerified() + STAYING.renewableSeconds * 1000);
}

/** A 401 is an answer here, and no news. */
const { onUnauthorized: _, ...quiet }: Transport = transport;

async function post<T>(path: string, json: object): Promise<T> {
  const fallback = { network: labels.offline, failed: RENEWAL.failed };
  return (
    await send(quiet, 'POST', apiPath(`/auth/session/renew${path}`), { json }, { fallback })
  ).json();
}

/** Fails with 409 for somebody without a passkey. */
export const askForPasskey = () => post<PublicKeyCredentialRequestOptionsJSON>('/options', {});

/** Goes on with a new token, here and in the other tabs, which hear of it through the storage. */
export async function renew(proof: RenewalInput): Promise<void> {
  const store = await takeAlong(readToken() ?? '');
  const { access_token: token } = await post<AccessToken>('', proof);
  writeToken(token, Date.now(), true);
  window.dispatchEvent(new Event(SESSION_RENEWED));
  await store(token);
}
