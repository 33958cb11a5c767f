/** The second factor: the last step of a login, its set-up, and its reset by another admin. */
import type { FastifyRequest } from 'fastify';
import {
  addedFactor,
  addPasskeyInput,
  challengeInput,
  confirmTotpInput,
  passkeyLoginInput,
  passkeyOptions,
  proofInput,
  recoveryCodes,
  recoveryLoginInput,
  secondFactor,
  totpLoginInput,
  totpSetup,
} from '#domain/accounts/factor-schema.ts';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import { accessToken, type AccessToken } from '#domain/accounts/schema.ts';
import type { Context, UserContext } from '../context.ts';
import { browserCookie } from '../http/browser-cookies.ts';
import { endpoint, nothing, type ApiResponse } from '../http/endpoint.ts';
import * as logins from './factor-login-service.ts';
import * as resets from './factor-reset-service.ts';
import * as factors from './factor-service.ts';
import { relyingPartyOf } from './passkeys.ts';

const party = (context: Context, request: FastifyRequest) => relyingPartyOf(context, request);

/** A login that makes this browser known to the account. */
async function onThisDevice(
  context: Context,
  logIn: (device: string) => Promise<AccessToken>,
): Promise<ApiResponse> {
  const { browser, headers } = browserCookie(context, 'device');
  return { body: await logIn(browser), headers };
}

export const passkeyLoginOptions = endpoint(
  {
    summary: 'Get the challenge that a passkey signs to complete a login',
    body: challengeInput,
    answer: passkeyOptions,
    refuses: [429],
  },
  async (context, { body, request }) => ({
    body: await logins.askForPasskey(context, party(context, request), body.challenge_token),
  }),
);

export const passkeyLogin = endpoint(
  {
    summary: 'Complete a login with a passkey',
    body: passkeyLoginInput,
    refusal: FACTOR.wrongPasskey,
    answer: accessToken,
    refuses: [429],
  },
  (context, { body, request }) =>
    onThisDevice(context, (device) =>
      logins.loginByPasskey(context, party(context, request), { ...body, device }),
    ),
);

export const totpLogin = endpoint(
  {
    summary: 'Complete a login with a code from the authenticator app',
    body: totpLoginInput,
    answer: accessToken,
    refuses: [429],
  },
  (context, { body }) =>
    onThisDevice(context, (device) => logins.loginByApp(context, { ...body, device })),
);

export const recoveryLogin = endpoint(
  {
    summary: 'Complete a login with a recovery code, which works once',
    body: recoveryLoginInput,
    answer: accessToken,
    refuses: [429],
  },
  (context, { body }) =>
    onThisDevice(context, (device) => logins.loginByRecoveryCode(context, { ...body, device })),
);

export const get = endpoint(
  { summary: 'Get your two-step verification', answer: secondFactor },
  async (context: UserContext) => ({
    body: await factors.describeFactors(context, context.actor.id),
  }),
);

export const beginPasskey = endpoint(
  {
    summary: 'Start adding a passkey: get the options for the browser',
    body: proofInput,
    answer: passkeyOptions,
    refuses: [429],
  },
  async (context: UserContext, { body, request }) => ({
    body: await factors.beginPasskey(context, party(context, request), body),
  }),
);

export const addPasskey = endpoint(
  {
    summary: 'Add a passkey; the first passkey or app also returns recovery codes, shown once',
    body: addPasskeyInput,
    refusal: FACTOR.refusedPasskey,
    answer: addedFactor,
    status: 201,
  },
  async (context: UserContext, { body, request }) => ({
    status: 201,
    body: await factors.addPasskey(context, party(context, request), body),
  }),
);

export const beginTotp = endpoint(
  {
    summary: 'Start setting up an authenticator app: get its secret',
    body: proofInput,
    answer: totpSetup,
    refuses: [429],
  },
  async (context: UserContext, { body }) => ({ body: await factors.beginTotp(context, body) }),
);

export const confirmTotp = endpoint(
  {
    summary:
      'Confirm the app with a code; the first factor also returns recovery codes, shown once',
    body: confirmTotpInput,
    answer: addedFactor,
    status: 201,
  },
  async (context: UserContext, { body }) => ({
    status: 201,
    body: await factors.confirmTotp(context, body.code),
  }),
);

export const renewRecoveryCodes = endpoint(
  {
    summary: 'Replace your recovery codes; they are shown once',
    body: proofInput,
    answer: recoveryCodes,
    refuses: [429],
  },
  async (context: UserContext, { body }) => ({
    body: await factors.renewRecoveryCodes(context, body),
  }),
);

export const remove = endpoint(
  { summary: 'Remove a passkey or the app', body: proofInput, refuses: [429] },
  async (context: UserContext, { params, body }) => {
    await factors.removeFactor(context, params.id!, body);
    return nothing;
  },
);

export const getOf = endpoint(
  { summary: "Get an admin's two-step verification", answer: secondFactor },
  async (context: UserContext, { params }) => ({
    body: await resets.getFactorsOf(context, params.id!),
  }),
);

export const reset = endpoint(
  { summary: "Reset another admin's two-step verification and end their sessions" },
  async (context: UserContext, { params }) => {
    await resets.resetFactors(context, params.id!);
    return nothing;
  },
);
