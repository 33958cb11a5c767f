import { Problem } from '#domain/problem.ts';
import { ConfigError } from '../config.ts';

/** An error that the operator can fix; shown without a stack trace. */
export class BackupError extends Error {}

/** Another one is running, which will tell how it ended. */
export class BackupBusyError extends BackupError {}

const FULL = /^(ENOSPC|EDQUOT|EFBIG)$/;
const DENIED = /^(EACCES|EPERM|EROFS|ENOTDIR)$/;

type Fault = { code: string; errcode: number; path: string; message: string };

/** SQLite's own codes, in the low byte: a disk without room, and one that fails. */
const [SQLITE_FULL, SQLITE_IOERR] = [13, 10];

const ADVICE = 'Nothing was kept: make room and try again.';

/** The first match is reported. */
const EXPLANATIONS: { matches: (fault: Fault) => boolean; say: (fault: Fault) => string }[] = [
  {
    matches: ({ errcode }) => (errcode & 0xff) === SQLITE_FULL,
    say: () => `There is no room left on the disk. ${ADVICE}`,
  },
  {
    matches: ({ errcode }) => (errcode & 0xff) === SQLITE_IOERR,
    say: () => `There is no room left on the disk, or it fails. ${ADVICE}`,
  },
  {
    matches: ({ code }) => FULL.test(code),
    say: ({ path, code }) => `There is no room left${path && ` for ${path}`} (${code}). ${ADVICE}`,
  },
  {
    matches: ({ code }) => DENIED.test(code),
    say: ({ path, code }) => `Cannot write to ${path || 'the folder'} (${code}).`,
  },
];

/** One line for the operator, whatever was thrown. */
export function explainBackupFault(error: unknown): string {
  if (error instanceof BackupError || error instanceof ConfigError) return error.message;
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  const { message, code, errcode, path } = Object(cause) as Partial<Fault>;
  const fault = {
    code: String(code ?? ''),
    errcode: Number(errcode ?? 0),
    path: String(path ?? ''),
    message: message || String(cause),
  };
  const explanation = EXPLANATIONS.find(({ matches }) => matches(fault));
  return explanation?.say(fault) ?? `That did not work: ${fault.message}`;
}
