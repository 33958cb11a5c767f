/** Calls of a pitch round with its scoring key or the session: contract §9.9, "Key". */
import { SECOND_MS } from '#domain/constants.ts';
import { ApiError } from '#app/api/api-error.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, send } from '#app/api/transport.ts';

/** A try ends after this. */
const TRY_MS = 20 * SECOND_MS;

/**
 * `silent`: no answer, or none of ours, as from a captive portal. `ended`: neither key nor session
 * opens it. `refused`: an answer that is a rule.
 */
export type Line = 'good' | 'silent' | 'ended' | { refused: string };

export const roundPath = (roundId: string, part = ''): string =>
  apiPath(`/rounds/${encodeURIComponent(roundId)}${part}`);

/** With a key, or with the session; a refused one opens no dialog here. */
export const by = (key: string | null) => ({
  fetch: transport.fetch,
  readToken: () => key ?? transport.readToken(),
});

export const soon = () => ({ signal: AbortSignal.timeout(TRY_MS) });

/** Of an answer that failed, or was not one of ours. */
export function lineOf(error: unknown): Line {
  if (!(error instanceof ApiError) || error.code === 'internal') return 'silent';
  if (error.status === 401) return 'ended';
  const isRule = error.status >= 400 && error.status < 500 && error.status !== 429;
  return isRule ? { refused: error.message } : 'silent';
}

/** A new key, by the session. */
export async function fetchKey(roundId: string): Promise<string> {
  const path = roundPath(roundId, '/scoring-key');
  const { key } = (await (await send(by(null), 'POST', path, {}, soon())).json()) as {
    key?: unknown;
  };
  if (typeof key !== 'string') throw new TypeError('no key');
  return key;
}
