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
import { endpoint, nothing, type Answer } from '../http/endpoint.ts';
import * as logins from './factor-login-service.ts';
import * as resets from './factor-reset-service.ts';
import * as factors from './factor-service.ts';
import { relyingPartyOf } from './passkey-service.ts';

const party = (context: Context, request: FastifyRequest) => relyingPartyOf(context, request);

/** A login that makes this browser known to the account. */
async function onThisDevice(
  context: Context,
  logIn: (device: string) => Promise<AccessToken>,
): Promise<Answer> {
  const { browser, headers } = browserCookie(context, 'device');
  return { body: await logIn(browser), headers };
}

export const passkeyLoginOptions = endpoint(
  {
    summary: 'Finish a login: what a passkey is to sign',
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
    summary: 'Finish a login with a passkey',
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
    summary: 'Finish a login with a code of the authenticator app',
    body: totpLoginInput,
    answer: accessToken,
    refuses: [429],
  },
  (context, { body }) =>
    onThisDevice(context, (device) => logins.loginByApp(context, { ...body, device })),
);

export const recoveryLogin = endpoint(
  {
    summary: 'Finish a login with a recovery code, which works once',
    body: recoveryLoginInput,
    answer: accessToken,
    refuses: [429],
  },
  (context, { body }) =>
    onThisDevice(context, (device) => logins.loginByRecoveryCode(context, { ...body, device })),
);

export const get = endpoint(
  { summary: 'See your second factor', answer: secondFactor },
  async (context: UserContext) => ({
    body: await factors.describeFactors(context, context.actor.id),
  }),
);

export const beginPasskey = endpoint(
  {
    summary: 'Begin to add a passkey: what the browser makes it from',
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
    summary: 'Add the passkey; with the first factor come recovery codes, shown once',
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
    summary: 'Begin to set up an authenticator app: its secret',
    body: proofInput,
    answer: totpSetup,
    refuses: [429],
  },
  async (context: UserContext, { body }) => ({ body: await factors.beginTotp(context, body) }),
);

export const confirmTotp = endpoint(
  {
    summary: 'Confirm the app with a code; with the first factor come recovery codes, shown once',
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
  { summary: "See an admin's second factor", answer: secondFactor },
  async (context: UserContext, { params }) => ({
    body: await resets.getFactorsOf(context, params.id!),
  }),
);

export const reset = endpoint(
  { summary: "Reset another admin's second factor; their sessions end" },
  async (context: UserContext, { params }) => {
    await resets.resetFactors(context, params.id!);
    return nothing;
  },
);
