import { Problem } from '#domain/problem.ts';
import { ConfigError } from '../config.ts';
import { explain, faultOf, type Rule } from '../explain.ts';

/** An error that the operator can fix; shown without a stack trace. */
export class BackupError extends Error {}

/** Another one is running, which will tell how it ended. */
export class BackupBusyError extends BackupError {}

/** SQLite's own codes: a disk without room, and one that fails. */
const [SQLITE_FULL, SQLITE_IOERR] = [13, 10];

const ADVICE = 'Nothing was kept: make room and try again.';

const RULES: Rule[] = [
  [({ sqliteCode }) => sqliteCode === SQLITE_FULL, `There is no room left on the disk. ${ADVICE}`],
  [
    ({ sqliteCode }) => sqliteCode === SQLITE_IOERR,
    `There is no room left on the disk, or it fails. ${ADVICE}`,
  ],
  [
    ({ code }) => /^(ENOSPC|EDQUOT|EFBIG)$/.test(code),
    ({ path, code }) => `There is no room left${path && ` for ${path}`} (${code}). ${ADVICE}`,
  ],
  [
    ({ code }) => /^(EACCES|EPERM|EROFS|ENOTDIR)$/.test(code),
    ({ path, code }) => `Cannot write to ${path || 'the folder'} (${code}).`,
  ],
];

/** One line for the operator, whatever was thrown. */
export function explainBackupFault(error: unknown): string {
  if (error instanceof BackupError || error instanceof ConfigError) return error.message;
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  return explain(cause, RULES) ?? `That did not work: ${faultOf(cause).message}`;
}
