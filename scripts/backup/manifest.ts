/** What a backup says about itself, last of all: an archive without it is not whole. */
import type { SnapshotFacts } from '#server/db/snapshot.ts';

export const DATABASE_ENTRY = 'database.sqlite';
export const FILES_PREFIX = 'files/';
export const MANIFEST_ENTRY = 'manifest.json';

type Counts = Omit<SnapshotFacts, 'files'> & { files: number };
/**
 * `files_sha256`: the digest of each file by its key; those made before images were in it lack
 * them.
 */
export type Manifest = Counts & {
  format: 2;
  made_at: string;
  database_sha256: string;
  files_sha256?: Record<string, string>;
};

export const describeCounts = ({ users, programs, proposals, files }: Counts): string =>
  `${users} users, ${programs} programs, ${proposals} proposals, ${files} files`;

/** Something that the person at the machine can put right; shown without a trace. */
export class BackupError extends Error {}
