/**
 * Deletes expired rows, and files without a row, which are set aside first (docs/decisions/0058).
 */
import { STAYING } from '#domain/accounts/session-rules.ts';
import { CODES, COOKIES, IDEMPOTENCY } from '#domain/constants.ts';
import { deleteKnownBefore, deleteChallengesBefore } from '../accounts/store.ts';
import { deleteSessionsBefore } from '../sessions/store.ts';
import type { Services } from '../context.ts';
import { deleteExpiredDrafts } from '../drafts/drafts.ts';
import { forgetUnanswered } from '../sharing/sharing.ts';
import { deleteKeysBefore } from '../db/idempotency-store.ts';
import { installationId } from '../db/installation.ts';
import {
  claimStore,
  fits,
  hasTooManyOrphans,
  inBatches,
  markStore,
  removeUnknown,
  surveyFiles,
  sweepStaging,
  type IsKnown,
  type Ownership,
  type Removal,
  type Survey,
  type SweepStop,
} from '../files/sweep.ts';
import { forgetReviews } from '../judging/erasure-service.ts';
import { settleMailings } from '../mailings/service.ts';
import { documents as draftDocuments } from '../drafts/store.ts';
import { deleteFailedBefore, deleteSentBefore } from '../mail/store.ts';
import { knownMediaKeys } from '../media/store.ts';
import { documents, findKnownDocuments } from '../proposals/store.ts';
import { deleteTriesBefore } from '../rate-limits/store.ts';
import { forgetSeasons, tellOfDeletions } from '../seasons/deletion.ts';
import { deleteExpiredUploads } from '../uploads/uploads.ts';
import { findKnownUploadFiles } from '../uploads/store.ts';
import { dropOrphans, insertOrphans, readOrphans } from './store.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/**
 * Seconds for which sent mails are kept, without their bodies, for questions like "was it sent?".
 */
const SENT_MAILS_SECONDS = 30 * DAY_SECONDS;
/** Seconds for which failed mails are kept: an admin may still ask why. */
const FAILED_MAILS_SECONDS = 90 * DAY_SECONDS;
/** Seconds after which a file without a row can no longer be an upload in progress. */
const ORPHAN_AGE_SECONDS = 6 * HOUR_SECONDS;
const NAMES_LOGGED = 20;

const STOPPED: Record<SweepStop, string> = {
  foreign_store:
    'the file store belongs to another installation: none of its files is swept. Check DATABASE_URL, DATA_DIR and S3_BUCKET',
  unmarked_store:
    'the file store has files and does not say whose they are, and they do not match this database: none is swept. See docs/operations.md',
  too_many_files:
    'far too many files have no row: none is swept. Is this the right database, or one older than the files? See docs/operations.md',
};

const ago = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/** Each deletion is a transaction of its own, so that none blocks others for long. */
export async function purgeRows(services: Services): Promise<void> {
  const {
    db: { read },
    clock,
    log,
  } = services;
  const now = clock();
  await settleMailings(services);
  await tellOfDeletions(services);
  const counts = [
    await deleteSessionsBefore(read, ago(now, STAYING.graceSeconds)),
    // Codes count for an hour after they were made.
    await deleteChallengesBefore(read, 'codes', ago(now, HOUR_SECONDS + CODES.lifetimeSeconds)),
    await deleteChallengesBefore(
      read,
      'browser_codes',
      ago(now, HOUR_SECONDS + CODES.lifetimeSeconds),
    ),
    await deleteKnownBefore(read, ago(now, COOKIES.device.lifetimeSeconds)),
    await deleteChallengesBefore(read, 'factor_challenges', now),
    await deleteTriesBefore(read, ago(now, DAY_SECONDS)),
    await forgetUnanswered(services),
    await deleteExpiredUploads(services),
    await deleteKeysBefore(read, ago(now, IDEMPOTENCY.lifetimeSeconds)),
    await deleteSentBefore(read, ago(now, SENT_MAILS_SECONDS)),
    await deleteFailedBefore(read, ago(now, FAILED_MAILS_SECONDS)),
    await deleteExpiredDrafts(services),
    await forgetReviews(services),
    await forgetSeasons(services),
  ];
  const purged = counts.reduce((sum, count) => sum + count, 0);
  if (purged > 0) log.info({ purged }, 'expired rows deleted');
}

/** Every table that references files must be asked here: unknown files are deleted. */
export const isKnownIn =
  ({ db: { read } }: Pick<Services, 'db'>) =>
  async (keys: string[]) => {
    const found = [
      await findKnownDocuments(read, keys),
      await knownMediaKeys(read, keys),
      await findKnownUploadFiles(read, keys),
    ];
    return new Set(found.flatMap((known) => [...known]));
  };

/** Runs at the start, before anything is stored: marks an empty store as this installation's. */
export async function claimFiles({ db, files, clock, log }: Services): Promise<void> {
  const id = await installationId(db.read, clock());
  const ownership = await claimStore(files, id);
  if (ownership === 'foreign') log.error({ installation: id }, STOPPED.foreign_store);
}

export async function sweepFiles(services: Services): Promise<void> {
  const { db, files, stagingDir, clock, log } = services;
  const [isKnown, olderThan] = [isKnownIn(services), ago(clock(), ORPHAN_AGE_SECONDS)];
  const cutOff =
    (await sweepStaging(stagingDir, olderThan)) + (await files.removePartials(olderThan));
  if (cutOff > 0) log.info({ removed: cutOff }, 'remains of interrupted writes deleted');
  const aside = await readOrphans(db.read);
  const survey = await surveyFiles(files, isKnown, olderThan, aside);
  if (survey.foreignTotal > 0)
    log.warn(
      { names: survey.foreign, total: survey.foreignTotal },
      'the file store holds what is not ours: left alone',
    );
  const ownership = await ownershipOf(services, survey);
  if (ownership !== 'own') return noteStop(services, survey, `${ownership}_store`);
  const parts = await removeUnknown(files, isKnown, survey.parts);
  if (!hasTooManyOrphans(survey)) return clearAway(services, survey, aside, parts);
  noteStop(services, survey, 'too_many_files');
  noteFailures(log, [parts], 0);
}

/**
 * Sets aside what no row knows, and deletes what was set aside `SWEEP_KEEP_DAYS` ago; what has a
 * row again, for example after the right database was restored, is no orphan any more.
 */
async function clearAway(
  { db, config, files, clock, log }: Services,
  { orphans, counts }: Survey,
  aside: Map<string, Date>,
  parts: Removal,
): Promise<void> {
  const [isKnown, now] = [isKnownIn({ db }), clock()];
  const before = ago(now, config.sweepKeepDays * DAY_SECONDS);
  const setAside = await unknownOf(isKnown, orphans);
  await insertOrphans(db.read, setAside, now);
  for (const key of setAside) aside.set(key, now);
  const unknown = new Set(await unknownOf(isKnown, aside.keys()));
  const restored = [...aside.keys()].filter((key) => !unknown.has(key));
  const expired = [...unknown].filter((key) => aside.get(key)! <= before);
  const removal = await removeUnknown(files, isKnown, expired);
  await dropOrphans(db.read, [...restored, ...removal.removed]);
  const all = [setAside, restored, removal.removed, parts.removed];
  if (all.some(({ length }) => length > 0))
    log[setAside.length > 0 ? 'warn' : 'info'](
      {
        setAside: setAside.length,
        some: orphans.slice(0, NAMES_LOGGED),
        counts,
        restored: restored.length,
        removed: removal.removed.length,
        parts: parts.removed.length,
      },
      'files without a row cleared away',
    );
  noteFailures(log, [parts, removal], setAside.length + restored.length);
}

async function unknownOf(isKnown: IsKnown, keys: Iterable<string>): Promise<string[]> {
  const unknown: string[] = [];
  for await (const batch of inBatches(keys)) {
    const known = await isKnown(batch);
    unknown.push(...batch.filter((key) => !known.has(key)));
  }
  return unknown;
}

/** Throws if nothing could be done at all; `others` is what was done besides. */
function noteFailures(log: Services['log'], all: Removal[], others: number): void {
  const failed = all.flatMap((removal) => removal.failed);
  if (failed.length === 0) return;
  const { error } = all.find((removal) => removal.error !== undefined)!;
  log.error(
    { err: error, total: failed.length, some: failed.slice(0, NAMES_LOGGED) },
    'files could not be removed: left where they are. See docs/operations.md',
  );
  if (others === 0 && all.every(({ removed }) => removed.length === 0)) throw error;
}

/** A store whose marker was not copied or was deleted is marked once its files match the rows. */
async function ownershipOf(
  { db, files, clock, log }: Services,
  survey: Survey,
): Promise<Ownership> {
  const id = await installationId(db.read, clock());
  const ownership = await claimStore(files, id);
  if (ownership !== 'unmarked') return ownership;
  const ready = await draftDocuments.count(db.read, { state: 'ready' });
  const rows = (await documents.count(db.read)) + ready;
  if (!fits(survey, rows)) return ownership;
  log.warn({ installation: id }, "the file store is marked as this installation's");
  return markStore(files, id);
}

/** Logs an error the first time; a database that has lost rows is reported each time. */
function noteStop(
  { sweepStops, log }: Services,
  { orphans, counts }: Survey,
  reason: SweepStop,
): void {
  const level = reason === 'too_many_files' || sweepStops[reason] === 0 ? 'error' : 'info';
  sweepStops[reason] += 1;
  log[level](
    { reason, withoutRow: orphans.length, some: orphans.slice(0, NAMES_LOGGED), counts },
    STOPPED[reason],
  );
}
