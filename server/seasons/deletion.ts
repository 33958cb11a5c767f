/**
 * The proposals of ended seasons are deleted, except approved ones: contract §13.5. Each batch is
 * files first, then rows in one transaction, so that the next run takes up what a kill left.
 */
import { DAY_MS } from '#domain/constants.ts';
import { SCREENS } from '#domain/screens.ts';
import { SEASONS } from '#domain/seasons/rules.ts';
import { findJudged } from '../accounts/erasure-store.ts';
import { audit, forgetEntries } from '../audit.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { batchesOf } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { mailAdmins } from '../judges/store.ts';
import { forgetJudged } from '../judging/erasure-store.ts';
import { deleteMailsAbout } from '../mail/store.ts';
import { lockProgram, programs, type ProgramRow } from '../programs/store.ts';
import { deletionAhead, deletionAheadForAdmins } from './mails.ts';
import { tellAll } from './service.ts';
import * as store from './store.ts';

/** Proposals whose files are deleted before their rows. */
const BATCH = 100;
/** Proposals in one transaction: whoever submits meanwhile waits for it. */
const ROWS_AT_ONCE = 5;
const FILES_AT_ONCE = 20;

const notice = (now: Date) => new Date(now.getTime() + SEASONS.noticeDays * DAY_MS);

/**
 * For a job: tells of each deletion 30 days before it. One that is overdue, because nothing ran, is
 * put off to 30 days from now.
 */
export async function tellOfDeletions(services: Services): Promise<void> {
  const { db, clock, log } = services;
  for (const { id } of await store.listUntold(db.read, notice(clock())))
    try {
      await db.write((tx) => tellOnce(services, tx, id));
    } catch (error) {
      // The next run tells of it, and deletes it 30 days after.
      log.error({ err: error, program: id }, 'nobody could be told of the deletion of a season');
    }
  services.notifyMail();
}

async function tellOnce(services: Services, tx: Executor, id: string) {
  const now = services.clock();
  const program = await lockProgram(tx, id);
  const deleteAt = notice(now);
  if (!program?.delete_at || program.delete_at > deleteAt) return;
  const row = await programs.find(tx, { id });
  if (row!.delete_told_at) return;
  const told = { delete_told_at: now, delete_at: deleteAt, version: program.version + 1 };
  await programs.change(tx, { id }, told);
  await raiseVersion(tx, 'public');
  await raiseVersion(tx, 'proposals');
  await tell(services, tx, program, deleteAt);
}

async function tell(services: Services, tx: Executor, program: ProgramRow, deleteAt: Date) {
  const { publicUrl, clock } = services;
  const { proposals, approved } = await store.countProposals(tx, program.id);
  if (proposals === approved) return;
  await tellAll(services, tx, program, (told) =>
    told.kept.length > 0 ? deletionAhead(told, deleteAt, publicUrl) : undefined,
  );
  const parts = await store.listParts(tx, program.id);
  const facts = {
    ...{ program: program.title, proposals: proposals - approved, deleteAt },
    ...{ parts: parts.length, fetched: parts.filter((one) => one.fetched_at).length },
  };
  const letter = deletionAheadForAdmins(facts, publicUrl + SCREENS.season(program));
  await mailAdmins(tx, letter, clock());
}

/** For a job; returns how many proposals were deleted. */
export async function forgetSeasons(services: Services): Promise<number> {
  const { db, clock, log } = services;
  let total = 0;
  for (const { id } of await store.listDue(db.read, clock()))
    try {
      total += await forgetSeason(services, id);
    } catch (error) {
      // A store that does not answer must not hold up other seasons; the next run goes on here.
      log.error({ err: error, program: id }, 'a season could not be deleted');
    }
  return total;
}

/** From now on it can't be taken back. */
async function begin({ db, clock }: Services, id: string): Promise<boolean> {
  return db.write(async (tx) => {
    const program = await lockProgram(tx, id);
    if (!program?.delete_at || program.delete_at > clock() || program.deleted_at) return false;
    if (!program.deleting_at)
      await programs.change(tx, { id }, { deleting_at: clock(), version: program.version + 1 });
    return true;
  });
}

async function forgetSeason(services: Services, programId: string): Promise<number> {
  const { db, clock, files } = services;
  if (!(await begin(services, programId))) return 0;
  let total = 0;
  for (;;) {
    const ids = await store.listNext(db.read, programId, BATCH);
    if (ids.length === 0) break;
    const keys = await store.listKeys(db.read, ids);
    for (const some of batchesOf(keys, FILES_AT_ONCE))
      await Promise.all(some.map((key) => files.delete(key)));
    const gone = new Set(keys);
    for (const some of batchesOf(ids, ROWS_AT_ONCE)) {
      const late = await db.write((tx) => forgetRows(services, tx, programId, some));
      const missed = late.filter((key) => !gone.has(key));
      await deleteFiles(services, missed);
    }
    total += ids.length;
  }
  await db.write(async (tx) => {
    const program = await lockProgram(tx, programId);
    if (!program || program.deleted_at) return;
    const silent = await store.listSilent(tx, programId);
    await forgetEntries(tx, silent);
    await store.deleteUsers(tx, silent);
    const gone = { deleted_at: clock(), version: program.version + 1 };
    await programs.change(tx, { id: programId }, gone);
    await raiseVersion(tx, 'public');
  });
  return total;
}

/** Returns the keys of their files. */
async function forgetRows({ clock }: Services, tx: Executor, programId: string, ids: string[]) {
  const keys = await store.listKeys(tx, ids);
  const judged = await findJudged(tx, ids);
  await forgetEntries(tx, [...ids, ...judged]);
  await deleteMailsAbout(tx, ids);
  await forgetJudged(tx, ids);
  await store.forgetReceipts(tx, ids);
  await store.deleteProposals(tx, ids);
  const acting = { clock, actor: { role: 'visitor' } as const };
  const counts = { proposals: ids.length, documents: keys.length };
  await audit(tx, acting, 'programs.forget', 'program', programId, counts);
  await raiseVersion(tx, 'proposals');
  await raiseVersion(tx, 'public');
  return keys;
}
