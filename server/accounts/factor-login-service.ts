/** The last step of an admin's login: a passkey, a code of the app, or a recovery code. */
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { PasskeyLoginInput } from '#domain/accounts/factor-schema.ts';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { Problem } from '#domain/problem.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../mail/store.ts';
import { finishLogin, requireWaiting } from './challenge-service.ts';
import { changeChallenge } from './challenge-store.ts';
import { recoveryCodeUsedMail } from './factor-mails.ts';
import { changeFactor, countRecoveryCodes, listFactors } from './factor-store.ts';
import { loadWebAuthn, readSignature, requestOptions, type RelyingParty } from './passkeys.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { useAppCode } from './totp.ts';

/** `device`: the browser that is known to the account from now on. */
type CodeLogin = { challenge_token: string; code: string; device: string };

/** Each code is accepted once; those of the previous and the next half minute are valid too. */
export const loginByApp = (
  context: Context,
  { challenge_token, code, device }: CodeLogin,
): Promise<AccessToken> =>
  finishLogin(context, challenge_token, {
    method: 'totp',
    device,
    sentence: FACTOR.wrongCode,
    isRight: async (tx, { user }) => {
      const app = (await listFactors(tx, user.id)).find(({ kind }) => kind === 'totp');
      return useAppCode(context, tx, app, code);
    },
  });

/** Each works once; the person is informed by mail. */
export async function loginByRecoveryCode(
  context: Context,
  { challenge_token, code, device }: CodeLogin,
): Promise<AccessToken> {
  const token = await finishLogin(context, challenge_token, {
    method: 'recovery',
    device,
    sentence: FACTOR.wrongRecoveryCode,
    isRight: (tx, { user }) => useRecoveryCode(context, tx, user.id, code),
    finish: async (tx, user) => {
      const words = recoveryCodeUsedMail(context.publicUrl, await countRecoveryCodes(tx, user.id));
      await queueMail(tx, { to: user.email, ...words }, context.clock());
    },
  });
  context.notifyMail();
  return token;
}

/**
 * What the browser asks a passkey to sign, bound to this login. Refuses an expired login with 400.
 */
export async function askForPasskey(context: Context, party: RelyingParty, token: string) {
  const webauthn = await loadWebAuthn();
  return context.db.write(async (tx) => {
    const { user } = await requireWaiting(context, tx, token);
    const passkeys = (await listFactors(tx, user.id)).filter(({ kind }) => kind === 'passkey');
    if (passkeys.length === 0) throw new Problem('no_second_factor', FACTOR.none);
    const options = await requestOptions(webauthn, party, passkeys);
    await changeChallenge(tx, user.id, 'login', { value: options.challenge });
    return options;
  });
}

/** Accepts only this person's passkeys for this site; each signature is accepted once. */
export async function loginByPasskey(
  context: Context,
  party: RelyingParty,
  { challenge_token, credential, device }: PasskeyLoginInput & { device: string },
): Promise<AccessToken> {
  const webauthn = await loadWebAuthn();
  return finishLogin(context, challenge_token, {
    method: 'passkey',
    device,
    sentence: FACTOR.wrongPasskey,
    isRight: async (tx, { user, challenge: { value } }) => {
      const own = await listFactors(tx, user.id);
      const passkey = own.find(({ credential_id: id }) => id === credential.id);
      if (!passkey || !value) return false;
      await changeChallenge(tx, user.id, 'login', { value: null });
      const signed = { credential, challenge: value, passkey };
      const count = await readSignature(context, webauthn, party, signed);
      if (count === undefined) return false;
      await changeFactor(tx, passkey.id, { sign_count: count, last_used_at: context.clock() });
      return true;
    },
  });
}
