/**
 * Everything that runs beside requests: mail, virus scans, announcements, submissions that wait for
 * documents, and housekeeping once across all instances.
 */
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Services } from '../context.ts';
import { settleAll } from '../drafts/completion-service.ts';
import { remindOfDeadlines } from '../drafts/reminder-service.ts';
import { remindInvited } from '../judges/invitation-service.ts';
import { cleanDocuments } from '../judging/clean-documents.ts';
import { remindJudging } from '../judging/reminder-service.ts';
import { settleRounds } from '../judging/release-service.ts';
import { nextRoundAt } from '../judging/seal-store.ts';
import { sendPlanned } from '../mailings/sending-service.ts';
import { nextMailingAt } from '../mailings/store.ts';
import { startMailJob } from '../mail/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import { announcePlanned } from '../programs/announcing-service.ts';
import { nextPlannedAt } from '../programs/announcing-store.ts';
import { announceDue } from '../proposals/announcement-service.ts';
import { nextAnnouncementAt } from '../proposals/announcement-store.ts';
import { publishDue } from '../posts/publishing-service.ts';
import { nextPublishingAt } from '../posts/store.ts';
import { startWorker } from '../queue/worker.ts';
import { nextLapseAt } from '../receipts/store.ts';
import { createClamd } from '../scans/clamd.ts';
import { startScanJob } from '../scans/job.ts';
import { checkUnchecked } from '../uploads/document-check.ts';
import { tellOfTrouble } from './alerts.ts';
import { startBackupJob } from './backup-job.ts';
import { purgeRows, sweepFiles } from './housekeeping.ts';
import { settleRequests } from '../proposals/request-job.ts';
import { repeat } from './repeat.ts';
import { claimScheduledJob } from './store.ts';

/** Milliseconds between two searches for documents whose check was interrupted. */
const UNCHECKED_INTERVAL_MS = 15_000;
/** Milliseconds between two searches for documents that a round without names will show. */
const CLEANING_INTERVAL_MS = 10_000;
/** Milliseconds between two looks for trouble that a person should hear of. */
const ALERT_INTERVAL_MS = MINUTE_MS;
/** Milliseconds between two checks for due jobs. */
const CHECK_INTERVAL_MS = 5 * MINUTE_MS;
/** Milliseconds after the start: people who waited for it are served first. */
const FIRST_CHECK_MS = MINUTE_MS;
/** Milliseconds that a running job may delay the end of the process. */
const STOP_TIMEOUT_MS = 10_000;

export type Job = { name: string; every: number; run: (services: Services) => Promise<void> };

const JOBS: readonly Job[] = [
  { name: 'purge-rows', every: HOUR_MS, run: purgeRows },
  { name: 'remind', every: 10 * MINUTE_MS, run: remindOfDeadlines },
  { name: 'settle-requests', every: 5 * MINUTE_MS, run: settleRequests },
  { name: 'remind-judges', every: HOUR_MS, run: remindInvited },
  { name: 'remind-judging', every: 10 * MINUTE_MS, run: remindJudging },
  { name: 'sweep-files', every: 6 * HOUR_MS, run: sweepFiles },
];

type Jobs = {
  /** Starts nothing new and waits for running jobs, ten seconds at most. */ stop(): Promise<void>;
};

/**
 * Starts all jobs; from now on, `services.notifyMail` sends queued mails, `services.notifyScans`
 * scans stored documents and `services.notifyAnnouncements` announces and
 * publishes what is due.
 */
export function startJobs(services: Services, mailer: Mailer): Jobs {
  const mail = startMailJob(services, mailer);
  services.notifyMail = mail.notify;
  services.notifyMailSoon = mail.notifySoon;
  const scans = services.config.clamd && startScanJob(services, createClamd(services.config.clamd));
  if (scans) services.notifyScans = scans.notify;
  const backups = services.config.backup.to ? startBackupJob(services) : undefined;
  const settling = startWorker({
    work: (isStopped) =>
      settleAll(services, isStopped).catch((error) =>
        services.log.error({ err: error }, 'submissions could not be settled'),
      ),
    nextDueAt: () => nextLapseAt(services.db.read, services.clock()),
    clock: services.clock,
  });
  const rounds = startWorker({
    work: () =>
      settleRounds(services).catch((error) =>
        services.log.error({ err: error }, 'rounds could not be settled'),
      ),
    nextDueAt: () => nextRoundAt(services.db.read),
    clock: services.clock,
  });
  const announcing = startWorker({
    work: async (isStopped) => {
      await announceDue(services, isStopped).catch((error) =>
        services.log.error({ err: error }, 'decisions could not be announced'),
      );
      await announcePlanned(services).catch((error) =>
        services.log.error({ err: error }, 'planned announcements could not go out'),
      );
      await sendPlanned(services).catch((error) =>
        services.log.error({ err: error }, 'planned mailings could not go out'),
      );
      await publishDue(services).catch((error) =>
        services.log.error({ err: error }, 'planned posts could not be published'),
      );
    },
    nextDueAt: async () =>
      earliest([
        await nextAnnouncementAt(services.db.read),
        await nextPlannedAt(services.db.read),
        await nextMailingAt(services.db.read),
        await nextPublishingAt(services.db.read),
      ]),
    clock: services.clock,
  });
  services.notifyAnnouncements = announcing.notify;
  const due = repeat(
    (isStopped) => runDueJobs(services, JOBS, isStopped),
    FIRST_CHECK_MS,
    CHECK_INTERVAL_MS,
  );
  const alerts =
    services.config.alertTo.length > 0
      ? repeat(() => tellOfTrouble(services), ALERT_INTERVAL_MS, ALERT_INTERVAL_MS)
      : undefined;
  // Rarely due, and never urgent: a round that shows documents opens days after its deadline.
  const cleaning = repeat(
    (isStopped) =>
      cleanDocuments(services, isStopped).catch((error) =>
        services.log.error({ err: error }, 'documents are cleaned later'),
      ),
    CLEANING_INTERVAL_MS,
    CLEANING_INTERVAL_MS,
  );
  const checkAll = () =>
    checkUnchecked(services).catch((error) =>
      services.log.error({ err: error }, 'documents are checked later'),
    );
  const unchecked = repeat(checkAll, UNCHECKED_INTERVAL_MS, UNCHECKED_INTERVAL_MS);
  return {
    async stop() {
      const timedOut = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([
        Promise.all([
          ...[mail.stop(), scans?.stop(), backups?.stop()],
          ...[due.stop(), alerts?.stop(), unchecked.stop(), settling.stop()],
          ...[announcing.stop(), rounds.stop(), cleaning.stop()],
        ]),
        timedOut,
      ]);
    },
  };
}

const earliest = (moments: (Date | undefined)[]): Date | undefined =>
  moments.filter((moment) => moment !== undefined).sort((a, b) => a.getTime() - b.getTime())[0];

/**
 * Runs due jobs that no other instance has claimed. A failed job is logged, and the others still
 * run.
 */
export async function runDueJobs(
  services: Services,
  jobs: readonly Job[],
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const { name, every, run } of jobs) {
    if (isStopped()) return;
    const now = services.clock();
    const next = new Date(now.getTime() + every);
    const latest = new Date(next.getTime() + every);
    try {
      if (await claimScheduledJob(services.db.read, name, { now, next, latest }))
        await run(services);
    } catch (error) {
      services.log.error({ err: error, job: name }, 'job failed');
    }
  }
}
