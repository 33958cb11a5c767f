/** A backup's description of itself, written last: an archive without it is incomplete. */
import { countOf } from '#domain/count-of.ts';

export const DATABASE_ENTRY = 'database.sqlite';
export const FILES_PREFIX = 'files/';
export const SUMS_ENTRY = 'sha256sums.txt';
export const MANIFEST_ENTRY = 'manifest.json';

/** `tables`: the number of rows in each. */
export type Counts = {
  users: number;
  programs: number;
  proposals: number;
  files: number;
  tables?: Record<string, number>;
};

/** `lost_files`: keys of files that the store had lost: missing in it, or altered. */
export type CopyCounts = Counts & { lost_files?: string[] };

/** `sums_sha256`: the digest of the list of the files' digests. */
export type Manifest = CopyCounts & {
  format: 3;
  made_at: string;
  engine: 'sqlite' | 'postgres';
  installation: string;
  migrations: string[];
  database_sha256: string;
  sums_sha256: string;
};

export const describeCounts = ({ users, programs, proposals, files }: Counts): string =>
  [
    countOf('user', 'users')(users),
    countOf('program', 'programs')(programs),
    countOf('proposal', 'proposals')(proposals),
    countOf('file', 'files')(files),
  ].join(', ');
