import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { ApiError } from '#app/api/api-error.ts';
import { factorCalls } from './factor-calls.ts';
import { factorLabels as labels } from './labels.ts';

export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** One sentence, whether the browser or the person refused: browsers do not say which. */
const refused = (): never => {
  throw new ApiError(0, 'passkey', hasPasskeys() ? labels.cancelled : labels.noPasskeys);
};

/** Lets the browser sign for this login; returns the session's token. */
export async function loginByPasskey(token: string) {
  const optionsJSON = await factorCalls.askForPasskey(token);
  const credential = await startAuthentication({ optionsJSON }).catch(refused);
  return factorCalls.loginByPasskey(token, credential);
}

/** Lets the browser create a passkey, and stores it under this name. */
export async function addPasskey(name: string, password: string) {
  const optionsJSON = await factorCalls.beginPasskey({ current_password: password });
  const credential = await startRegistration({ optionsJSON }).catch(refused);
  return factorCalls.addPasskey(name, credential);
}
