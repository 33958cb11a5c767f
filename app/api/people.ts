import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { SecondFactor } from '#domain/accounts/factor-schema.ts';
import { ACCOUNT_RULES, USERS } from '#domain/accounts/messages.ts';
import { SESSION_RULES } from '#domain/accounts/session-messages.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import type { Session } from '#domain/accounts/session-schema.ts';
import { transport } from './browser.ts';
import { apiPath, send } from './transport.ts';

const pathOf = (id: string, part = ''): string =>
  apiPath(`/auth/admin/${encodeURIComponent(id)}${part}`);

async function get<T>(path: string, fallback: string, signal: AbortSignal): Promise<T> {
  return (await (await send(transport, 'GET', path, {}, { signal, fallback })).json()) as T;
}

/** What admins do with one account: apart from client.ts, which every screen carries. */
export const people = {
  get: (id: string, signal: AbortSignal) => get<UserRow>(pathOf(id), USERS.fetchFailed, signal),
  listSessions: (id: string, signal: AbortSignal) =>
    get<Session[]>(pathOf(id, '/sessions'), SESSION_RULES.listOfFailed, signal),
  endSessions: async (id: string): Promise<void> => {
    const options = { fallback: SESSION_RULES.endAllFailed };
    await send(transport, 'DELETE', pathOf(id, '/sessions'), {}, options);
  },
  getFactor: (id: string, signal: AbortSignal) =>
    get<SecondFactor>(pathOf(id, '/second-factor'), FACTOR.listOfFailed, signal),
  resetFactor: async (id: string): Promise<void> => {
    const options = { fallback: ACCOUNT_RULES.factorResetFailed };
    await send(transport, 'DELETE', pathOf(id, '/second-factor'), {}, options);
  },
};
