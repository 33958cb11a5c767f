import { z } from 'zod';
import { ACCOUNT_RULES, LOGIN, OTP, REGISTER, RESET } from '#domain/accounts/messages.ts';
import { factorChallenge } from '#domain/accounts/factor-schema.ts';
import {
  accessToken,
  loginInput,
  profile,
  resendOtpInput,
  resetRequestInput,
  verifyOtpInput,
} from '#domain/accounts/schema.ts';
import { registerInput, resetInput } from '#domain/accounts/passwords/schema.ts';
import type { UserContext } from '../context.ts';
import { browserCookie } from '../http/browser-cookies.ts';
import { endpoint, messageResponse, nothing, single } from '../http/endpoint.ts';
import { parse } from '../http/problems.ts';
import { register as openAccount } from './account-service.ts';
import * as logins from './login-service.ts';
import * as resets from './reset-service.ts';
import * as sessions from './session-service.ts';

const message = (text: string) => ({ body: { message: text } });

export const register = endpoint(
  {
    summary: 'Register as an applicant',
    body: registerInput,
    refusal: REGISTER.failed,
    answer: profile,
    status: 201,
    refuses: [429],
  },
  async (context, { body }) => {
    const { browser, headers } = browserCookie(context, 'device');
    const { item, version } = await openAccount(context, body, browser);
    const answer = single(item, version, 201);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  },
);

export const login = endpoint(
  {
    summary: 'Check email and password, then send a one-time code',
    body: loginInput,
    isForm: true,
    answer: messageResponse,
    refuses: [429],
  },
  async (context, { body }) => {
    const { browser, headers } = browserCookie(context, 'challenge');
    await logins.login(context, body, browser);
    return { ...message(LOGIN.codeSent), headers };
  },
);

export const verifyOtp = endpoint(
  {
    summary: 'Exchange a login code for a token, or for a two-step verification challenge',
    body: verifyOtpInput,
    answer: z.union([accessToken, factorChallenge]),
    refuses: [429],
  },
  async (context, { body: input }) => {
    const { browser, headers } = browserCookie(context, 'device');
    const body = await logins.verifyOtp(context, input, browser);
    return { body, ...('access_token' in body && { headers }) };
  },
);

export const resendOtp = endpoint(
  {
    summary: 'Resend a pending code',
    body: resendOtpInput,
    answer: messageResponse,
    refuses: [429],
  },
  async (context, { body }) => {
    await logins.resendOtp(context, body);
    return message(OTP.resent);
  },
);

const maybeEmail = z.object({ email: z.string().optional() });

export const requestPasswordReset = endpoint(
  {
    summary: 'Send a password reset code; email as a query parameter or in the body',
    query: maybeEmail,
    body: maybeEmail,
    answer: messageResponse,
    refuses: [429],
  },
  async (context, { query, body }) => {
    const { email } = parse(resetRequestInput, { email: body.email ?? query.email });
    const { browser, headers } = browserCookie(context, 'challenge');
    await resets.requestPasswordReset(context, email, browser);
    return { ...message(ACCOUNT_RULES.resetSent), headers };
  },
);

export const resetPassword = endpoint(
  {
    summary: 'Set a new password with the code that was sent',
    body: resetInput,
    refusal: RESET.failed,
    answer: messageResponse,
    refuses: [429],
  },
  async (context, { body }) => {
    const { browser, headers } = browserCookie(context, 'device');
    await resets.resetPassword(context, body, browser);
    return { ...message(RESET.done), headers };
  },
);

export const logout = endpoint({ summary: 'End this session' }, async (context: UserContext) => {
  await sessions.logout(context);
  return nothing;
});
