/**
 * Browsers that have registered, reset or logged in to an account: a stranger's wrong passwords and
 * requests for codes never count against them.
 */
import { COOKIES, RATE_LIMITS } from '#domain/constants.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { sentBrowser } from '../http/browser-cookies.ts';
import * as store from './browser-store.ts';

/** Nobody has this id: an unknown address costs the same query. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The calling browser, if it is known to this account. */
export async function findKnownBrowser(
  context: Pick<Context, 'clock' | 'cookie' | 'publicUrl'>,
  db: Executor,
  userId: string | undefined,
): Promise<string | undefined> {
  const browser = sentBrowser(context, 'device');
  if (!browser) return undefined;
  const since = new Date(context.clock().getTime() - COOKIES.device.lifetimeSeconds * 1000);
  return (await store.findKnownBrowser(db, userId ?? NOBODY, browser, since))?.browser;
}

/** Call it in the transaction that registers, resets or logs in. */
export async function rememberBrowser(
  { clock }: Pick<Context, 'clock'>,
  tx: Executor,
  userId: string,
  browser: string | undefined,
): Promise<void> {
  if (!browser) return;
  const row = { user_id: userId, browser, known_at: clock() };
  await store.rememberBrowser(tx, row, RATE_LIMITS.knownBrowsers);
}
