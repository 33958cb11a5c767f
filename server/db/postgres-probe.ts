/**
 * Asks a PostgreSQL server over a separate connection whether it answers, and what it knows about
 * connections that have fallen silent.
 */
import type { Socket } from 'node:net';
import type { Client } from 'pg';
import { isStatementError } from './errors.ts';

/** Milliseconds in which a server must answer a new connection. */
const PROBE_LIMIT_MS = 2250;

/**
 * What each server process is doing; undefined if the process numbers are not those of our
 * connections (behind a pooler).
 */
export type Activity = Map<number, string | null> | undefined;

export const processOf = (client: Client): number =>
  (client as unknown as { processID: number }).processID;

export const streamOf = (client: Client): Socket =>
  (client.connection as unknown as { stream: Socket }).stream;

/**
 * Cuts the connection at once, without a goodbye that a silent one would never accept; whatever
 * waits for it fails with `reason`.
 */
export const cutConnection = (client: Client, reason: Error): void =>
  void streamOf(client).destroy(reason);

class SilenceError extends Error {
  readonly code = 'ETIMEDOUT';
}
export const silentError = (): Error => new SilenceError('The database did not answer in time');
export const isSilence = (error: unknown): boolean => error instanceof SilenceError;

/** Server processes, each with a moment of `performance.now()` at which it was ours. */
type Losses = ReadonlyMap<number, number>;

/**
 * Asks about `processes`, and terminates `lost` ones: nobody listens to them any more, but they may
 * hold locks. A process that started later only has the same number and is spared. Rejects if the
 * server cannot be reached or does not answer in time.
 */
export async function probe(client: Client, processes: number[], lost: Losses): Promise<Activity> {
  client.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    // An answer that arrived while this process was busy is read before the time is up.
    timer = setTimeout(() => setImmediate(() => reject(silentError())), PROBE_LIMIT_MS);
  });
  try {
    return await Promise.race([ask(client, processes, lost), timedOut]);
  } catch (error) {
    cutConnection(client, error as Error);
    // The server is up but refuses: full, wrong password, no such database. Its next caller sees
    // that error itself.
    if (isStatementError(error)) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const END_LOST = `
  select pg_terminate_backend(activity.pid)
  from pg_stat_activity as activity
  join unnest($1::int[], $2::float8[]) as lost (pid, milliseconds) on lost.pid = activity.pid
  where state <> 'idle' and usename = current_user
    and backend_start < clock_timestamp() - milliseconds * interval '1 millisecond'`;

async function ask(client: Client, processes: number[], lost: Losses): Promise<Activity> {
  await client.connect();
  const own = processOf(client);
  const { rows } = await client.query<{ pid: number; state: string | null }>(
    'select pid, state from pg_stat_activity where pid = any($1::int[])',
    [[own, ...processes]],
  );
  const activity = new Map(rows.map(({ pid, state }) => [pid, state]));
  const isDirect = activity.has(own);
  if (isDirect && lost.size > 0)
    await client.query(END_LOST, [
      [...lost.keys()],
      [...lost.values()].map((moment) => performance.now() - moment),
    ]);
  client.end().catch(() => undefined);
  return isDirect ? activity : undefined;
}
