/**
 * Everything that runs beside requests: mail, virus scans, announcements, submissions that wait for
 * documents, and housekeeping once across all instances.
 */
import { HOUR_MS, MINUTE_MS } from '#domain/constants.ts';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { settleAll } from '../drafts/submission.ts';
import { remindOfDeadlines } from '../drafts/deadlines.ts';
import { remindInvited } from '../judges/service.ts';
import { cleanDocuments } from '../judging/clean-documents.ts';
import { tellTyped } from '../judging/pitch-sheets.ts';
import { remindJudging } from '../judging/reminder-service.ts';
import { settleRounds } from '../judging/release-service.ts';
import { nextRoundAt } from '../rounds/store.ts';
import { sendPlanned } from '../mailings/sending-service.ts';
import { nextMailingAt } from '../mailings/store.ts';
import { startMailJob } from '../mail/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import { announcePlanned } from '../programs/announcing.ts';
import { nextPlannedAt } from '../programs/store.ts';
import { announceDue } from '../proposals/decisions.ts';
import { nextAnnouncementAt } from '../proposals/review-store.ts';
import { publishDue } from '../posts/posts.ts';
import { nextPublishingAt } from '../posts/store.ts';
import { repeat, startWorker, type Worker } from '../queue/worker.ts';
import { nextLapseAt } from '../receipts/store.ts';
import { createClamd } from '../scans/clamd.ts';
import { startScanJob } from '../scans/job.ts';
import { checkUnchecked } from '../uploads/checking.ts';
import { tellOfTrouble } from './alerts.ts';
import { startBackupJob } from './backup-job.ts';
import { purgeRows, sweepFiles } from './housekeeping.ts';
import { settleRequests } from '../proposals/requests.ts';
import { nextWithdrawalAt } from '../withdrawals/store.ts';
import { settleWithdrawals } from '../withdrawals/withdrawals.ts';
import { claimScheduledJob } from './store.ts';

/** How long a running job may delay the end of the process, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;
/** Between two checks for due jobs; at first, people who waited for the start are served. */
const [FIRST_CHECK_MS, CHECK_INTERVAL_MS] = [MINUTE_MS, 5 * MINUTE_MS];

/** Runs once across all instances, at intervals of `every` milliseconds. */
export type Job = { name: string; every: number; run: (services: Services) => Promise<void> };

/**
 * Runs in each instance: with a pause of `every` milliseconds after each run, or when something is
 * due, or at once when `services.notifyAnnouncements` says so.
 */
type OwnJob = {
  name: string;
  run: (services: Services, isStopped: () => boolean) => Promise<unknown>;
} & (
  | { every: number; isOn?: (config: Config) => boolean }
  | {
      nextDueAt: (db: Executor, now: Date) => Promise<Date | undefined>;
      isAnnouncing?: true;
    }
);

const JOBS: readonly Job[] = [
  { name: 'purge-rows', every: HOUR_MS, run: purgeRows },
  { name: 'remind', every: 10 * MINUTE_MS, run: remindOfDeadlines },
  { name: 'settle-requests', every: 5 * MINUTE_MS, run: settleRequests },
  { name: 'remind-judges', every: HOUR_MS, run: remindInvited },
  { name: 'tell-typed', every: 10 * MINUTE_MS, run: tellTyped },
  { name: 'remind-judging', every: 10 * MINUTE_MS, run: remindJudging },
  { name: 'sweep-files', every: 6 * HOUR_MS, run: sweepFiles },
];

const OWN_JOBS: readonly OwnJob[] = [
  { name: 'settle-submissions', nextDueAt: nextLapseAt, run: settleAll },
  { name: 'settle-rounds', nextDueAt: nextRoundAt, run: settleRounds },
  { name: 'announce', nextDueAt: nextAnnouncementAt, isAnnouncing: true, run: announceDue },
  {
    name: 'settle-withdrawals',
    nextDueAt: nextWithdrawalAt,
    isAnnouncing: true,
    run: settleWithdrawals,
  },
  { name: 'announce-planned', nextDueAt: nextPlannedAt, isAnnouncing: true, run: announcePlanned },
  { name: 'send-mailings', nextDueAt: nextMailingAt, isAnnouncing: true, run: sendPlanned },
  { name: 'publish-posts', nextDueAt: nextPublishingAt, isAnnouncing: true, run: publishDue },
  // Rarely due, and never urgent: a round that shows documents opens days after its deadline.
  { name: 'clean-documents', every: 10_000, run: cleanDocuments },
  { name: 'check-documents', every: 15_000, run: checkUnchecked },
  {
    name: 'tell-of-trouble',
    every: MINUTE_MS,
    isOn: ({ alertTo }) => alertTo.length > 0,
    run: (services) => tellOfTrouble(services),
  },
];

/** `stop` starts nothing new and waits for running jobs, ten seconds at most. */
export function startJobs(services: Services, mailer: Mailer): { stop(): Promise<void> } {
  const { config, clock, db, log } = services;
  const mail = startMailJob(services, mailer);
  services.notifyMail = mail.notify;
  services.notifyMailSoon = mail.notifySoon;
  const scans = config.clamd && startScanJob(services, createClamd(config.clamd));
  if (scans) services.notifyScans = scans.notify;
  const announcing: Worker[] = [];
  services.notifyAnnouncements = () => announcing.forEach(({ notify }) => notify());

  const start = (job: OwnJob): { stop(): Promise<void> } | undefined => {
    const work = async (isStopped: () => boolean) => {
      await job.run(services, isStopped).catch((error: unknown) => {
        log.error({ err: error, job: job.name }, 'job failed');
      });
    };
    if ('every' in job)
      return (job.isOn?.(config) ?? true) ? repeat(work, job.every, job.every) : undefined;
    const nextDueAt = () => job.nextDueAt(db.read, clock());
    const worker = startWorker({ work, nextDueAt, clock });
    if (job.isAnnouncing) announcing.push(worker);
    return worker;
  };
  const look = (isStopped: () => boolean) => runDueJobs(services, JOBS, isStopped);
  const running = [
    ...[mail, scans, config.backup.to ? startBackupJob(services) : undefined],
    ...[repeat(look, FIRST_CHECK_MS, CHECK_INTERVAL_MS), ...OWN_JOBS.map(start)],
  ];
  return {
    async stop() {
      const timedOut = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([Promise.all(running.map((job) => job?.stop())), timedOut]);
    },
  };
}

/** Runs due jobs that no other instance has claimed. */
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
