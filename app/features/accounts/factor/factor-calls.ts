import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type {
  AddedFactor,
  Proof,
  RecoveryCodes,
  SecondFactor,
  TotpSetup,
} from '#domain/accounts/factor-schema.ts';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, send } from '#app/api/transport.ts';

const ROOT = '/auth/second-factor';

async function post<T>(path: string, json: object, fallback: string): Promise<T> {
  const answer = await send(transport, 'POST', apiPath(ROOT + path), { json }, { fallback });
  return (await answer.json()) as T;
}

type CodeLogin = { challenge_token: string; code: string };

/** The second factor of admins; separate from client.ts, which every screen loads. */
export const factorCalls = {
  askForPasskey: (token: string) =>
    post<PublicKeyCredentialRequestOptionsJSON>(
      '/passkey/options',
      { challenge_token: token },
      FACTOR.failed,
    ),
  loginByPasskey: (token: string, credential: object) =>
    post<AccessToken>('/passkey', { challenge_token: token, credential }, FACTOR.failed),
  loginByApp: (input: CodeLogin) => post<AccessToken>('/totp', input, FACTOR.failed),
  loginByRecoveryCode: (input: CodeLogin) => post<AccessToken>('/recovery', input, FACTOR.failed),

  get: async (signal: AbortSignal): Promise<SecondFactor> => {
    const options = { signal, fallback: FACTOR.listFailed };
    return (await send(transport, 'GET', apiPath(ROOT), {}, options)).json();
  },
  beginPasskey: (proof: Proof) =>
    post<PublicKeyCredentialCreationOptionsJSON>('/passkey/setup', proof, FACTOR.changeFailed),
  addPasskey: (name: string, credential: object) =>
    post<AddedFactor>('/passkey/confirm', { name, credential }, FACTOR.changeFailed),
  beginApp: (proof: Proof) => post<TotpSetup>('/totp/setup', proof, FACTOR.changeFailed),
  confirmApp: (code: string) => post<AddedFactor>('/totp/confirm', { code }, FACTOR.changeFailed),
  renewCodes: (proof: Proof) => post<RecoveryCodes>('/recovery-codes', proof, FACTOR.changeFailed),
  remove: async (id: string, proof: Proof): Promise<void> => {
    const path = apiPath(`${ROOT}/${encodeURIComponent(id)}`);
    await send(transport, 'DELETE', path, { json: proof }, { fallback: FACTOR.changeFailed });
  },
};
