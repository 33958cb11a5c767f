import { transport } from './browser.ts';
import { send } from './transport.ts';

/** What `/readyz?verbose` says about backups; instants in ISO 8601. */
export type Backups = {
  scheduled: boolean;
  last_good_at: string | null;
  last_failed_at: string | null;
};

export async function readBackups(signal: AbortSignal): Promise<Backups> {
  const response = await send(transport, 'GET', '/readyz?verbose', {}, { signal });
  return ((await response.json()) as { backups: Backups }).backups;
}
