/** The calls of accounts. Judging, which knows accounts, hands in what it does with theirs. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ERASING } from '#domain/accounts/erasure-messages.ts';
import { erasurePreview, eraseUserInput } from '#domain/accounts/erasure-schema.ts';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import * as factor from '#domain/accounts/factor-schema.ts';
import * as messages from '#domain/accounts/messages.ts';
import { createAdminInput, registerInput, resetInput } from '#domain/accounts/passwords/schema.ts';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import * as schema from '#domain/accounts/schema.ts';
import { CLOSING, RENEWAL } from '#domain/accounts/session-messages.ts';
import { closeAccountInput, session } from '#domain/accounts/session-schema.ts';
import { DATA_FILE } from '#domain/constants.ts';
import { asLink } from '#domain/paging.ts';
import type { Context, UserContext } from '../context.ts';
import { browserCookie, readTokenHash } from '../http/guards.ts';
import { call, calls, list, none, one, tagged } from '../http/calls.ts';
import { messageResponse, single } from '../http/endpoint.ts';
import { parse } from '../http/problems.ts';
import * as accounts from './account-service.ts';
import * as erasing from './erasure-service.ts';
import * as factorLogins from './factor-login-service.ts';
import * as factors from './factor-service.ts';
import * as logins from './login-service.ts';
import { exportData, type ListResults } from './own-data.ts';
import { relyingPartyOf } from './passkeys.ts';
import * as profiles from './profile-service.ts';
import * as sessions from './session-service.ts';
import * as users from './user-service.ts';

type LeaveRounds = erasing.LeaveRounds;
type LookAgain = profiles.LookAgain;

/** A message, and the cookie of the browser that `work` is about. */
async function messageWithCookie(
  context: Context,
  name: Parameters<typeof browserCookie>[1],
  message: string,
  work: (browser: string) => Promise<unknown>,
) {
  const { browser, headers } = browserCookie(context, name);
  await work(browser);
  return { body: { message }, headers };
}
const maybeEmail = z.object({ email: z.string().optional() });

/** The answer of a login, and the cookie of the browser that is known to the account from now on. */
async function onThisDevice<T extends object>(
  context: Context,
  logIn: (device: string) => Promise<T>,
) {
  const { browser, headers } = browserCookie(context, 'device');
  const body = await logIn(browser);
  return { body, ...('access_token' in body && { headers }) };
}

/** A token that has just ended may be renewed too, so the calls are everybody's. */
const renewalOf = (context: Context, request: FastifyRequest) =>
  [
    context,
    relyingPartyOf(context, request),
    readTokenHash(request.headers.authorization),
  ] as const;

export const accountsCalls = calls({
  'POST /auth/register': call(
    'accounts.register',
    {
      summary: 'Register as an applicant',
      body: registerInput,
      refusal: messages.REGISTER.failed,
      answer: schema.profile,
      status: 201,
      refuses: [429],
    },
    async (context, { body }) => {
      const { browser, headers } = browserCookie(context, 'device');
      const { item, version } = await accounts.register(context, body, browser);
      const answer = single(item, version, 201);
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
  ),
  'POST /auth/login': call(
    'accounts.login',
    {
      summary: 'Check email and password, then send a one-time code',
      body: schema.loginInput,
      isForm: true,
      answer: messageResponse,
      refuses: [429],
    },
    (context, { body }) =>
      messageWithCookie(context, 'challenge', messages.LOGIN.codeSent, (browser) =>
        logins.login(context, body, browser),
      ),
  ),
  'POST /auth/password-reset-request': call(
    'accounts.reset',
    {
      summary: 'Send a password reset code; email as a query parameter or in the body',
      query: maybeEmail,
      body: maybeEmail,
      answer: messageResponse,
      refuses: [429],
    },
    async (context, { query, body }) => {
      const { email } = parse(schema.resetRequestInput, { email: body.email ?? query.email });
      return messageWithCookie(context, 'challenge', messages.ACCOUNT_RULES.resetSent, (browser) =>
        logins.requestPasswordReset(context, email, browser),
      );
    },
  ),
  'POST /auth/verify-otp': call(
    'accounts.login',
    {
      summary: 'Exchange a login code for a token, or for a two-step verification challenge',
      body: schema.verifyOtpInput,
      answer: z.union([schema.accessToken, factor.factorChallenge]),
      refuses: [429],
    },
    (context, { body }) =>
      onThisDevice(context, (device) => logins.verifyOtp(context, body, device)),
  ),
  'POST /auth/resend-otp': one('accounts.login', 'Resend a pending code', {
    body: schema.resendOtpInput,
    answer: messageResponse,
    refuses: [429],
    run: logins.resendOtp,
  }),
  'POST /auth/logout': none('accounts.logout', 'End this session', { run: sessions.logout }),
});

export const sessionsCalls = (leaveRounds: LeaveRounds, listResults: ListResults) =>
  calls({
    'POST /auth/session/renew/options': call(
      'accounts.renew',
      {
        summary: 'Get the challenge that a passkey signs to renew this session',
        answer: factor.passkeyOptions,
        refuses: [401, 409, 429],
      },
      async (context, { request }) => ({
        body: await sessions.askToRenew(...renewalOf(context, request)),
      }),
    ),
    'POST /auth/session/renew': call(
      'accounts.renew',
      {
        summary: 'Renew this session, or one that has just expired, without another mailed code',
        body: factor.renewalInput,
        refusal: RENEWAL.failed,
        answer: schema.accessToken,
        refuses: [401, 429],
      },
      async (context, { body, request }) => ({
        body: await sessions.renewSession(...renewalOf(context, request), body),
      }),
    ),
    'DELETE /auth/me': none('profile.close', 'Delete your account and everything in it', {
      prepare: async (context: UserContext, body) => {
        erasing.requireApplicant(context);
        return body;
      },
      body: closeAccountInput,
      refusal: CLOSING.failed,
      refuses: [429],
      run: (context: UserContext, input: z.output<typeof closeAccountInput>) =>
        erasing.closeAccount(context, input, leaveRounds),
    }),
    'GET /auth/me/data': call(
      'profile.export',
      {
        summary: 'Download all data held about you, including your documents',
        query: z.object(asLink),
        produces: 'application/zip',
        isLinkable: true,
        refuses: [429],
      },
      async (context: UserContext) => ({
        body: await exportData(context, listResults),
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${DATA_FILE}"`,
        },
      }),
    ),
    'GET /auth/sessions': list('sessions.list', 'List your sessions', session, {
      run: sessions.listSessions,
    }),
    'DELETE /auth/sessions': none('sessions.end', 'End all your other sessions', {
      run: sessions.endOtherSessions,
    }),
    'DELETE /auth/sessions/{id}': none('sessions.end', 'End one of your sessions', {
      run: sessions.endSession,
    }),
  });

export const profileCalls = (lookAgain: LookAgain) =>
  calls({
    'GET /auth/me': tagged('profile.get', 'Get your profile', {
      answer: schema.profile,
      tagged: true,
      of: 'item',
      run: profiles.getProfile,
    }),
    'PATCH /auth/me': tagged('profile.update', 'Update your profile', {
      prepare: profiles.readChanges,
      body: schema.updateProfileInput,
      refusal: PROFILE.updateFailed,
      answer: schema.changedProfile,
      versioned: true,
      of: 'item',
      run: (context: UserContext, input: z.output<typeof schema.updateProfileInput>) =>
        profiles.updateProfile(context, input, lookAgain),
    }),
    'POST /auth/verify-email': tagged(
      'profile.update',
      'Confirm a new email address with its code',
      {
        body: schema.verifyEmailInput,
        answer: schema.profile,
        of: 'item',
        run: (context: UserContext, { otp }: { otp: string }) =>
          profiles.verifyEmail(context, otp, lookAgain),
      },
    ),
  });

export const factorsCalls = calls({
  'POST /auth/second-factor/passkey/options': call(
    'accounts.login',
    {
      summary: 'Get the challenge that a passkey signs to complete a login',
      body: factor.challengeInput,
      answer: factor.passkeyOptions,
      refuses: [429],
    },
    async (context, { body, request }) => ({
      body: await factorLogins.askForPasskey(
        context,
        relyingPartyOf(context, request),
        body.challenge_token,
      ),
    }),
  ),
  'POST /auth/second-factor/passkey': call(
    'accounts.login',
    {
      summary: 'Complete a login with a passkey',
      body: factor.passkeyLoginInput,
      refusal: FACTOR.wrongPasskey,
      answer: schema.accessToken,
      refuses: [429],
    },
    (context, { body, request }) =>
      onThisDevice(context, (device) =>
        factorLogins.loginByPasskey(context, relyingPartyOf(context, request), { ...body, device }),
      ),
  ),
  'POST /auth/second-factor/totp': call(
    'accounts.login',
    {
      summary: 'Complete a login with a code from the authenticator app',
      body: factor.totpLoginInput,
      answer: schema.accessToken,
      refuses: [429],
    },
    (context, { body }) =>
      onThisDevice(context, (device) => factorLogins.loginByApp(context, { ...body, device })),
  ),
  'POST /auth/second-factor/recovery': call(
    'accounts.login',
    {
      summary: 'Complete a login with a recovery code, which works once',
      body: factor.recoveryLoginInput,
      answer: schema.accessToken,
      refuses: [429],
    },
    (context, { body }) =>
      onThisDevice(context, (device) =>
        factorLogins.loginByRecoveryCode(context, { ...body, device }),
      ),
  ),
  'GET /auth/second-factor': one('factors.list', 'Get your two-step verification', {
    answer: factor.secondFactor,
    run: (context: UserContext) => factors.describeFactors(context, context.actor.id),
  }),
  'POST /auth/second-factor/passkey/setup': call(
    'factors.create',
    {
      summary: 'Start adding a passkey: get the options for the browser',
      body: factor.proofInput,
      answer: factor.passkeyOptions,
      refuses: [429],
    },
    async (context: UserContext, { body, request }) => ({
      body: await factors.beginPasskey(context, relyingPartyOf(context, request), body),
    }),
  ),
  'POST /auth/second-factor/passkey/confirm': call(
    'factors.create',
    {
      summary: 'Add a passkey; the first passkey or app also returns recovery codes, shown once',
      body: factor.addPasskeyInput,
      refusal: FACTOR.refusedPasskey,
      answer: factor.addedFactor,
      status: 201,
    },
    async (context: UserContext, { body, request }) => ({
      status: 201,
      body: await factors.addPasskey(context, relyingPartyOf(context, request), body),
    }),
  ),
  'POST /auth/second-factor/totp/setup': one(
    'factors.create',
    'Start setting up an authenticator app: get its secret',
    { body: factor.proofInput, answer: factor.totpSetup, refuses: [429], run: factors.beginTotp },
  ),
  'POST /auth/second-factor/totp/confirm': one(
    'factors.create',
    'Confirm the app with a code; the first factor also returns recovery codes, shown once',
    {
      ...{ body: factor.confirmTotpInput, answer: factor.addedFactor, status: 201 },
      run: factors.confirmTotp,
    },
  ),
  'POST /auth/second-factor/recovery-codes': one(
    'factors.renewCodes',
    'Replace your recovery codes; they are shown once',
    {
      body: factor.proofInput,
      answer: factor.recoveryCodes,
      refuses: [429],
      run: factors.renewRecoveryCodes,
    },
  ),
  'DELETE /auth/second-factor/{id}': none('factors.delete', 'Remove a passkey or the app', {
    body: factor.proofInput,
    refuses: [429],
    run: factors.removeFactor,
  }),
  'GET /auth/admin/{id}/second-factor': one(
    'users.resetFactors',
    "Get an admin's two-step verification",
    { answer: factor.secondFactor, run: factors.getFactorsOf },
  ),
  'DELETE /auth/admin/{id}/second-factor': none(
    'users.resetFactors',
    "Reset another admin's two-step verification and end their sessions",
    { run: factors.resetFactors },
  ),
});

/** Apart, as spec §7 lists it later. */
export const resetCalls = calls({
  'POST /auth/password-reset': call(
    'accounts.reset',
    {
      summary: 'Set a new password with the code that was sent',
      body: resetInput,
      refusal: messages.RESET.failed,
      answer: messageResponse,
      refuses: [429],
    },
    (context, { body }) =>
      messageWithCookie(context, 'device', messages.RESET.done, (browser) =>
        logins.resetPassword(context, body, browser),
      ),
  ),
});

export const usersCalls = (lookAgain: LookAgain, leaveRounds: LeaveRounds) =>
  calls({
    'GET /auth/admin/users': list('users.list', 'List users', schema.userRow, {
      query: schema.listUsersQuery,
      run: users.listUsers,
    }),
    'POST /auth/admin/create': tagged('users.createAdmin', 'Create an admin', {
      body: createAdminInput,
      refusal: messages.CREATE_ADMIN.failed,
      answer: schema.userRow,
      status: 201,
      of: 'item',
      run: accounts.createAdmin,
    }),
    'PATCH /auth/admin/{id}/role': tagged('users.changeRole', "Change a user's role", {
      body: schema.changeRoleInput,
      answer: schema.userRow,
      of: 'item',
      run: users.changeRole,
    }),
    'PATCH /auth/admin/{id}/status': tagged(
      'users.changeStatus',
      'Activate or deactivate an admin',
      {
        body: schema.changeStatusInput,
        answer: schema.userRow,
        of: 'item',
        run: (context: UserContext, id: string, input: schema.ChangeStatusInput) =>
          users.changeStatus(context, id, input, lookAgain),
      },
    ),
    'PATCH /auth/admin/{id}/email': tagged(
      'users.correctEmail',
      "Correct an applicant's bouncing email address",
      {
        body: schema.correctEmailInput,
        answer: schema.singleUser,
        of: 'item',
        run: (context: UserContext, id: string, { email }: { email: string }) =>
          users.correctEmail(context, id, email, lookAgain),
      },
    ),
    'GET /auth/admin/{id}': tagged('users.get', 'Get a user', {
      answer: schema.singleUser,
      tagged: true,
      of: 'item',
      run: users.getUser,
    }),
    'DELETE /auth/admin/{id}': none('users.erase', 'Erase an applicant at their request', {
      body: eraseUserInput,
      refusal: ERASING.failed,
      versioned: true,
      run: (context: UserContext, id: string, input: z.output<typeof eraseUserInput>) =>
        erasing.eraseUser(context, id, input, leaveRounds),
    }),
    'GET /auth/admin/{id}/erasure': one('users.erase', 'Say what erasing a user would delete', {
      answer: erasurePreview,
      refuses: [409],
      run: erasing.previewErasure,
    }),
    'GET /auth/admin/{id}/sessions': list('users.listSessions', "List a user's sessions", session, {
      run: users.listSessionsOf,
    }),
    'DELETE /auth/admin/{id}/sessions': none(
      'users.endSessions',
      "End all of another user's sessions",
      { run: users.endSessionsOf },
    ),
  });
