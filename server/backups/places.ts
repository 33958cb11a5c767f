/** Sources and targets of backups: a file, a folder or a bucket. */
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { batchAt, momentOfBatch } from '../files/store.ts';
import { isBucketAddress } from '../settings/backups.ts';
import { BackupError } from './backup-error.ts';
import { openBucketPlace } from './bucket-place.ts';
import { openFolderPlace } from './folder-place.ts';
import type { BucketAddress, Place } from './place.ts';

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

const NAME = /^pitch-trek-([0-9a-f]{8})-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar(\.age)?$/;

export type NamedBackup = { name: string; installation: string; madeAt: Date };

/** Names in a series begin with the start of the installation's id, and the moment. */
export const nameBackup = (installation: string, now: Date, isEncrypted: boolean): string =>
  `pitch-trek-${installation.slice(0, 8)}-${batchAt(now)}.tar${isEncrypted ? '.age' : ''}`;

export function readBackupName(name: string): NamedBackup | undefined {
  const [, installation, batch] = NAME.exec(name) ?? [];
  const madeAt = batch && momentOfBatch(batch);
  return madeAt ? { name, installation: installation!, madeAt } : undefined;
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
