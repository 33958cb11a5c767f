import { Problem } from '#domain/problem.ts';
import { ConfigError } from '../config.ts';

/** Something that the person at the machine can put right; shown without a trace. */
export class BackupError extends Error {}

const FULL = /^(ENOSPC|EDQUOT|EFBIG)$/;
const DENIED = /^(EACCES|EPERM|EROFS|ENOTDIR)$/;

type Fault = { code?: string; errcode?: number; path?: string; message?: string };

/** SQLite's own code for a disk without room. */
const SQLITE_FULL = 13;

/** One line for whoever started the command, whatever was thrown. */
export function explainBackupFault(error: unknown): string {
  if (error instanceof BackupError || error instanceof ConfigError) return error.message;
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  const { code = '', errcode, path = '', message = '' } = (cause ?? {}) as Fault;
  const where = path ? ` for ${path}` : '';
  if (FULL.test(code) || errcode === SQLITE_FULL)
    return `There is no room left${where} (${code || 'disk full'}). Nothing was kept: make room and try again.`;
  if (DENIED.test(code)) return `Cannot write to ${path || 'the folder'} (${code}).`;
  if (/corrupted migrations/.test(message))
    return 'The database was migrated by another release of this product. Use that release.';
  return `That did not work: ${message || String(cause)}`;
}
