/** Scheduled backups: at `BACKUP_AT`, to `BACKUP_TO`, once across all instances. */
import { fork } from 'node:child_process';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Services } from '../context.ts';
import type { Order, Outcome } from './backup-process.ts';
import { repeat } from './repeat.ts';
import { claimScheduledJob, moveScheduledJob } from './store.ts';

/** Milliseconds after which a failed backup, or one whose instance died, is retried. */
const AGAIN_MS = HOUR_MS;
const NAME = 'backup';

/** The next of these times of day (UTC, such as `02:00`) after a moment. */
export function nextBackupAt(times: readonly string[], now: Date): Date {
  const today = now.toISOString().slice(0, 11);
  const next = times
    .map((time) => Date.parse(`${today}${time}:00Z`))
    .map((at) => (at > now.getTime() ? at : at + DAY_MS));
  return new Date(Math.min(...next));
}

type Running = { outcome: Promise<Outcome>; end(): void };

function start(order: Order): Running {
  const child = fork(new URL('./backup-process.ts', import.meta.url));
  const outcome = new Promise<Outcome>((resolve) => {
    child.once('message', (message) => resolve(message as Outcome));
    child.once('error', (error) => resolve({ error: error.message }));
    child.once('exit', () =>
      resolve({ error: 'The process of the backup ended before it was done.' }),
    );
  });
  child.send(order);
  return { outcome, end: () => void child.kill() };
}

/** Makes a backup if one is due; `onStart` receives a function that aborts it. */
export async function backUpWhenDue(
  services: Services,
  onStart: (end: () => void) => void = () => {},
): Promise<void> {
  const { config, db, clock, log } = services;
  const now = clock();
  if (!config.backup.to) return;
  const next = nextBackupAt(config.backup.at, now);
  const again = new Date(Math.min(next.getTime(), now.getTime() + AGAIN_MS));
  const latest = new Date(now.getTime() + 2 * DAY_MS);
  if (!(await claimScheduledJob(db.read, NAME, { now, next: again, latest }))) return;
  const { outcome, end } = start({ config, now: now.toISOString() });
  onStart(end);
  const result = await outcome;
  if ('error' in result) {
    log.error({ reason: result.error, again }, 'the backup failed');
    return;
  }
  await moveScheduledJob(db.read, NAME, next);
  if (result.lost.length > 0) log.error(result, 'backed up, without files that the store has lost');
  else log.info(result, 'backed up');
}

/** Checks every minute. Stopping aborts a running backup and leaves nothing incomplete behind. */
export function startBackupJob(services: Services): { stop(): Promise<void> } {
  let end = () => {};
  const look = () =>
    backUpWhenDue(services, (stop) => (end = stop)).catch((error) =>
      services.log.error({ err: error, job: NAME }, 'job failed'),
    );
  const looking = repeat(look, MINUTE_MS, MINUTE_MS);
  return {
    stop() {
      const stopped = looking.stop();
      end();
      return stopped;
    },
  };
}
