/** Sources and targets of backups: a file, a folder or a bucket, and how many stay there. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DAY_MS } from '#domain/constants.ts';
import { ConfigError } from '../config.ts';
import { faultOf } from '../explain.ts';
import { ignoreMissing, syncPath } from '../files/folders.ts';
import {
  connect,
  explainS3Fault,
  isMissingKey,
  listObjects,
  type Run,
  type S3Options,
} from '../files/s3-session.ts';
import { isBucketAddress } from '../settings/backups.ts';
import type { Bytes } from './archive.ts';
import { BackupError } from './backup-error.ts';

export type Place = {
  /** For display, without secrets. */
  label: string;
  /** Appears completely or not at all; refuses an existing name. Returns the number of bytes. */
  write(name: string, bytes: Bytes): Promise<number>;
  list(): Promise<string[]>;
  open(name: string): Promise<Bytes>;
  remove(name: string): Promise<void>;
};

type BucketAddress = S3Options & { prefix: string };

/** `name`: that of a single backup; undefined for a series. */
export type Target = { place: Place; name: string | undefined };

type BucketKeys = { accessKeyId?: string | undefined; secretAccessKey?: string | undefined };

/** Milliseconds for a slow store: a part of 16 MB may take this long. */
const SILENCE_MS = 300_000;

/**
 * Reads `https://KEY:SECRET@host/bucket/prefix?region=R`; missing keys are taken from `keys`.
 * Undefined for anything else.
 */
export function readBucketAddress(text: string, keys: BucketKeys): BucketAddress | undefined {
  if (!isBucketAddress(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const [bucket = '', ...rest] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const accessKeyId = decodeURIComponent(url.username) || keys.accessKeyId;
  const secretAccessKey = decodeURIComponent(url.password) || keys.secretAccessKey;
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  return {
    endpoint: url.origin,
    bucket,
    prefix: rest.length > 0 ? `${rest.join('/')}/` : '',
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    silenceTimeoutMs: SILENCE_MS,
    requestTimeoutMs: SILENCE_MS,
  };
}

const ARCHIVE = /\.(tar|age)$/;

function requireBucket(text: string, keys: BucketKeys): BucketAddress {
  const address = readBucketAddress(text, keys);
  if (!address)
    throw new BackupError(
      'The address of a bucket is https://KEY:SECRET@host/bucket/folder, or without the keys where S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set.',
    );
  return address;
}

const isFolder = (path: string): boolean =>
  path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** `isSeries`: a path that does not exist yet is a folder too, as in `BACKUP_TO`. */
export function openTarget(text: string, keys: BucketKeys, isSeries = false): Target {
  if (isBucketAddress(text)) {
    const address = requireBucket(text, keys);
    const last = address.prefix.replace(/\/$/, '');
    if (!ARCHIVE.test(last)) return { place: openBucketPlace(address), name: undefined };
    const folder = dirname(last);
    const prefix = folder === '.' ? '' : `${folder}/`;
    return { place: openBucketPlace({ ...address, prefix }), name: basename(last) };
  }
  const path = resolve(text);
  if (isSeries || isFolder(text)) return { place: openFolderPlace(path), name: undefined };
  return { place: openFolderPlace(dirname(path)), name: basename(path) };
}

/** Such as `2026-11-22T04-37-22Z`. */
const inName = (moment: Date): string =>
  `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const NAME = /^pitch-trek-([0-9a-f]{8})-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.tar(\.age)?$/;

export type NamedBackup = { name: string; installation: string; madeAt: Date };

/** Names in a series begin with the start of the installation's id, and the moment. */
export const nameBackup = (installation: string, now: Date, isEncrypted: boolean): string =>
  `pitch-trek-${installation.slice(0, 8)}-${inName(now)}.tar${isEncrypted ? '.age' : ''}`;

export function readBackupName(name: string): NamedBackup | undefined {
  const [, installation, day, time] = NAME.exec(name) ?? [];
  const madeAt = new Date(`${day}T${time?.replaceAll('-', ':')}Z`);
  return installation && !Number.isNaN(madeAt.getTime())
    ? { name, installation, madeAt }
    : undefined;
}

/** Newest first; other names are not ours. */
export const listBackups = async (place: Place): Promise<NamedBackup[]> =>
  (await place.list())
    .flatMap((name) => readBackupName(name) ?? [])
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());

/** The named backup, or the newest. Refuses a place with backups of several installations. */
export async function findBackup({ place, name }: Target): Promise<string> {
  if (name) return name;
  const found = await listBackups(place);
  if (found.length === 0) throw new BackupError(`There is no backup in ${place.label}.`);
  if (found.some(({ installation }) => installation !== found[0]!.installation))
    throw new BackupError(
      `${place.label} holds backups of several installations. Name one, such as ${join(place.label, found[0]!.name)}.`,
    );
  return found[0]!.name;
}

/** The first of January 1970 was a Thursday; weeks begin on Monday. */
const DAYS_TO_MONDAY = 3;

const PERIODS: Record<string, (moment: Date) => string> = {
  d: (moment) => moment.toISOString().slice(0, 10),
  w: (moment) => String(Math.floor((moment.getTime() / DAY_MS + DAYS_TO_MONDAY) / 7)),
  m: (moment) => moment.toISOString().slice(0, 7),
};

function newestOfEach(
  backups: NamedBackup[],
  count: number,
  periodOf: (moment: Date) => string,
): NamedBackup[] {
  const newest = new Map<string, NamedBackup>();
  for (const backup of backups) {
    const period = periodOf(backup.madeAt);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, count);
}

/** Takes the backups of one installation, newest first, and a rule; returns those to delete. */
export function findExpired(backups: NamedBackup[], rule: string): NamedBackup[] {
  const retained = new Set(
    rule.split(/ +/).flatMap((part) => {
      const periodOf = PERIODS[part.at(-1)!];
      const count = Number.parseInt(part, 10);
      return periodOf ? newestOfEach(backups, count, periodOf) : backups.slice(0, count);
    }),
  );
  // The newest one always stays.
  return backups.slice(1).filter((backup) => !retained.has(backup));
}

const PARTIAL = '.partial-';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether the folder, or the one in which it will be made, takes files of this process. */
export async function isWritablePlace(dir: string): Promise<boolean> {
  try {
    await access(dir, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing && dir !== dirname(dir) && isWritablePlace(dirname(dir));
  }
}

/**
 * Removes what a process that died while writing has left; its name says which backup it was to be.
 */
async function removePartialsOf(dir: string, name: string): Promise<void> {
  const series = name.replace(/\d{4}-\d\d-\d\dT.*$/, '');
  for (const found of await readdir(dir)) {
    if (found.startsWith(series) && found.includes(PARTIAL))
      await rm(join(dir, found), { force: true, recursive: true });
  }
}

function openFolderPlace(dir: string): Place {
  return {
    label: dir,
    async write(name, bytes) {
      const path = join(dir, name);
      if (await isThere(path)) throw new BackupError(`${path} exists already.`);
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await removePartialsOf(dir, name);
      const partial = `${path}${PARTIAL}${randomUUID().slice(0, 8)}`;
      try {
        await pipeline(
          bytes,
          createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
        );
        if (await isThere(path)) throw new BackupError(`${path} exists already.`);
        await rename(partial, path);
        await syncPath(dir);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      return (await stat(path)).size;
    },
    list: async () => (await readdir(dir).catch(ignoreMissing)) ?? [],
    async open(name) {
      const path = join(dir, name);
      if (!(await isThere(path))) throw new BackupError(`There is no ${path}.`);
      return createReadStream(path, { highWaterMark: 1024 * 1024 });
    },
    remove: (name) => rm(join(dir, name), { force: true }),
  };
}

/**
 * All parts except the last have one size, as some services require; no more than two are in
 * memory.
 */
const PART_BYTES = 16 * 1024 * 1024;

/** Names the address, not a setting: backups have their own settings. */
function explainBucketFault(error: unknown, address: BucketAddress): unknown {
  const { status, code, message } = faultOf(error);
  if (message.startsWith('Exceeded 10000 parts'))
    return new BackupError('The backup is too large for one object of a bucket: 160 GB at most.');
  const isOfStore = status > 0 || /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_)/.test(code);
  if (!isOfStore || error instanceof ConfigError) return error;
  const said = explainS3Fault(error, address).message.replace(/^S3_[A-Z0-9_, ]+: /, '');
  return new BackupError(`${address.endpoint}/${address.bucket}: ${said}`, { cause: error });
}

/** Below a prefix of a bucket. */
function openBucketPlace(address: BucketAddress): Place {
  const { prefix, endpoint, bucket } = address;
  const call = connect(address);
  const run: Run = (action) =>
    call(action).catch((error) => Promise.reject(explainBucketFault(error, address)));
  const sizeOf = (Key: string): Promise<number | undefined> =>
    run(({ sdk, send, Bucket }) =>
      send(new sdk.HeadObjectCommand({ Bucket, Key })).then(
        ({ ContentLength }) => ContentLength,
        (error) => (isMissingKey(error) ? undefined : Promise.reject(error)),
      ),
    );
  /** The object appears completely, or not at all. */
  const upload = (Key: string, bytes: Bytes): Promise<number> =>
    run(async ({ client, Bucket, touch }) => {
      const { Upload } = await import('@aws-sdk/lib-storage');
      let size = 0;
      const Body = Readable.from(
        (async function* measured() {
          for await (const chunk of bytes) {
            touch();
            size += chunk.length;
            yield chunk;
          }
        })(),
      );
      const uploading = new Upload({
        ...{ client, queueSize: 1, partSize: PART_BYTES },
        params: { Bucket, Key, Body, ContentType: 'application/x-tar' },
      });
      uploading.on('httpUploadProgress', touch);
      await uploading.done().finally(() => Body.destroy());
      return size;
    });
  return {
    label: `${endpoint}/${bucket}/${prefix}`,
    async write(name, bytes) {
      const key = prefix + name;
      if ((await sizeOf(key)) !== undefined)
        throw new BackupError(`${endpoint}/${bucket}/${key} exists already.`);
      const size = await upload(key, bytes);
      if ((await sizeOf(key)) !== size)
        throw new BackupError('The bucket did not store the backup as it was sent. Try again.');
      return size;
    },
    async list() {
      const names: string[] = [];
      for await (const { key } of listObjects(run, prefix)) names.push(key.slice(prefix.length));
      return names;
    },
    open: (name) =>
      run(async ({ sdk, send, Bucket, bodyOf }) => {
        const Key = prefix + name;
        try {
          const answer = await send(new sdk.GetObjectCommand({ Bucket, Key }));
          return bodyOf(answer, () => new BackupError(`${endpoint} is not responding. Try again.`));
        } catch (error) {
          if (isMissingKey(error))
            throw new BackupError(`There is no ${endpoint}/${bucket}/${Key}.`);
          throw error;
        }
      }),
    remove: (name) =>
      run(async ({ sdk, send, Bucket }) => {
        await send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + name }));
      }),
  };
}
