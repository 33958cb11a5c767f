/** Pending work in the database: mails, documents, uploads, submissions. */
import { Gauge, type Registry } from 'prom-client';
import { readBackupRecord } from '../backups/record.ts';
import type { Services } from '../context.ts';
import { countMails, countMailsByAge } from '../mail/store.ts';
import { countThreats, countUnchecked } from '../scans/store.ts';
import { countOpenUploads, findWaitingSubmissions } from '../uploads/waiting-store.ts';

/** Ages in seconds at which a waiting mail becomes suspicious. */
const AGES_SECONDS = [60, 600, 3600];

type FigureReader = (
  set: (labels: Record<string, string>, value: number) => void,
) => Promise<unknown>;

export function addQueueFigures(register: Registry, { config, db, clock }: Services): void {
  /** The other metrics are needed most when the database is down: then these are omitted. */
  const add = (name: string, help: string, label: string | undefined, read: FigureReader) =>
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [register],
      async collect() {
        // A reset would leave a zero if there is no label.
        if (label) this.reset();
        else this.remove();
        await read((labels, value) => this.set(labels, value)).catch(() => undefined);
      },
    });

  add('database_up', 'Whether the database answers: 1 or 0', undefined, (set) =>
    db.ping().then(
      () => set({}, 1),
      () => set({}, 0),
    ),
  );
  add('mails', 'Mails that are queued, and those that have failed', 'state', async (set) => {
    const { queued, failed } = await countMails(db.read);
    set({ state: 'queued' }, queued);
    set({ state: 'failed' }, failed);
  });
  add(
    'mails_queued_older',
    'Mails that have been queued for longer than this many seconds',
    'than_seconds',
    async (set) => {
      const counts = await countMailsByAge(db.read, clock(), AGES_SECONDS);
      for (const [seconds, total] of counts) set({ than_seconds: String(seconds) }, total);
    },
  );
  add(
    'documents',
    'Documents that wait for their virus scan, if there is one, and infected ones',
    'state',
    async (set) => {
      if (config.clamd) set({ state: 'checking' }, await countUnchecked(db.read));
      set({ state: 'infected' }, await countThreats(db.read));
    },
  );
  add('uploads_open', 'Unfinished uploads of documents', undefined, async (set) =>
    set({}, await countOpenUploads(db.read, clock())),
  );
  add(
    'backup_timestamp_seconds',
    'When the last backup succeeded, and when the last one failed, in seconds since 1970',
    'result',
    async (set) => {
      const { lastGoodAt, lastFailedAt } = await readBackupRecord(db.read);
      if (lastGoodAt) set({ result: 'good' }, lastGoodAt.getTime() / 1000);
      if (lastFailedAt) set({ result: 'failed' }, lastFailedAt.getTime() / 1000);
    },
  );
  addWaitingSubmissions(add, { db, clock });
}

function addWaitingSubmissions(
  add: (name: string, help: string, label: undefined, read: FigureReader) => unknown,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): void {
  add(
    'submissions_waiting_for_documents',
    'Submissions that were received in time and whose documents are still on their way',
    undefined,
    async (set) => set({}, (await findWaitingSubmissions(db.read)).total),
  );
  add(
    'submissions_next_lapse_seconds',
    'Seconds until the first of them lapses; absent if none waits',
    undefined,
    async (set) => {
      const { nextEnd } = await findWaitingSubmissions(db.read);
      if (nextEnd) set({}, (nextEnd.getTime() - clock().getTime()) / 1000);
    },
  );
}
