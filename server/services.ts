/** Assembles the services from the settings; tests pass their own clock. */
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { openDb, type Executor } from './db/open.ts';
import { explainFaults, refuseLostDatabase, sharedSecret } from './db/installation.ts';
import { createDiskStore } from './files/disk.ts';
import { makeFolder, makePrivateFolder, probeFolder } from './files/folders.ts';
import { createS3Store } from './files/s3.ts';
import { noSweepStops } from './files/sweep.ts';
import { requestIdFor } from './http/problems.ts';
import { claimFiles } from './jobs/housekeeping.ts';
import { createPageCache } from './cache/page-cache.ts';
import { nextClosingAt } from './rounds/store.ts';
import { nextPublicChangeAt } from './programs/store.ts';

/** When public pages change without a write. */
async function nextChangeAt(db: Executor, now: Date): Promise<Date> {
  const [change, closing] = [await nextPublicChangeAt(db, now), await nextClosingAt(db, now)];
  return closing && closing < change ? closing : change;
}

const SECRETS = ['req.headers.authorization', 'password', 'otp', 'token'];

export const openServices = (config: Config, clock?: () => Date): Promise<Services> =>
  explainFaults(config, () => open(config, clock));

async function open(config: Config, clock: () => Date = () => new Date()): Promise<Services> {
  const log = pino({
    level: config.logLevel,
    redact: SECRETS,
    mixin: (_line, _level, logger) => requestIdFor(logger),
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  const stagingDir = join(config.dataDir, 'staging');
  const filesDir = join(config.dataDir, 'files');
  makePrivateFolder(config.dataDir);
  for (const dir of [stagingDir, filesDir]) makeFolder(dir);
  const files = config.s3 ? createS3Store(config.s3) : createDiskStore(filesDir);
  await probeFolder(stagingDir);
  await files.check();
  await refuseLostDatabase(config, files);
  const db = await openDb(config, log);
  const services: Services = {
    config,
    db,
    log,
    clock,
    stagingDir,
    files,
    sweepStops: noSweepStops(),
    traffic: { cached: 0, refused: 0 },
    cache: createPageCache({ db, clock, log }, nextChangeAt),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    linkSecret: await sharedSecret(db, 'links'),
    codeSecret: await sharedSecret(db, 'codes'),
    receiptSecret: await sharedSecret(db, 'receipts'),
    factorSecret: await sharedSecret(db, 'factors'),
    notifyMail: () => undefined,
    notifyMailSoon: () => undefined,
    notifyAnnouncements: () => undefined,
    notifyScans: () => undefined,
  };
  await claimFiles(services);
  return services;
}
