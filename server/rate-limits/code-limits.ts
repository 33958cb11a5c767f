import type { Row } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';
import { networkOf } from './network.ts';
import { countTry, takeBackTry } from './service.ts';

type Parts = Parameters<typeof countTry>[0];

export type CodeRequest = {
  userId: string;
  purpose: Row<'codes'>['purpose'];
  /** The browser if it is known to the account: it has a count of its own. */
  knownBrowser?: string | undefined;
  /** From where it is asked for without a password. */
  address?: string | undefined;
  /** Another code for a pending request: of this browser or of everybody else. */
  resendFor?: string | undefined;
};

type Count = [limit: Parameters<typeof countTry>[2], who: string];

function countsOf({ userId, purpose, knownBrowser, address, resendFor }: CodeRequest): Count[] {
  const account = `${purpose}:${userId}`;
  if (knownBrowser) return [['code', `${account}:${knownBrowser}`]];
  const counts: Count[] = [['code', account]];
  if (address) counts.push(['codeFromNetwork', `${account}:${networkOf(address)}`]);
  if (resendFor) counts.push(['resend', `${account}:${resendFor}`]);
  return counts;
}

/**
 * Counts a code in the caller's transaction, with its user locked, by every limit or by none.
 * Returns the seconds to wait if one is reached.
 */
export async function countCode(
  parts: Parts,
  tx: Executor,
  request: CodeRequest,
): Promise<number | undefined> {
  const counted: string[] = [];
  for (const [limit, who] of countsOf(request)) {
    const { id, retryAfter } = await countTry(parts, tx, limit, who);
    if (id === undefined) {
      for (const earlier of counted) await takeBackTry(tx, earlier);
      return retryAfter;
    }
    counted.push(id);
  }
  return undefined;
}
