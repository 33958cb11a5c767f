/**
 * What operators read at the start: the address, the demo accounts, where mail is sent, whether
 * documents are scanned for viruses; or why the product cannot start.
 */
import { SAMPLE_PASSWORD } from './accounts/admin-service.ts';
import { ConfigError } from './config.ts';
import type { Services } from './context.ts';
import { outboxDir } from './mail/open.ts';

export function startupMessages({
  config,
  publicUrl,
}: Pick<Services, 'config' | 'publicUrl'>): string {
  const mailbox = config.isProduction ? '' : `; read them at ${publicUrl}/dev/mailbox`;
  return [
    `Pitch Trek is ready at ${publicUrl}`,
    config.hasSampleData &&
      `Demo accounts: admin@example.com and applicant@example.com, password ${SAMPLE_PASSWORD}`,
    `Emails go to ${config.smtpUrl ? `the mail server ${new URL(config.smtpUrl).host}` : `files in ${outboxDir(config)}${mailbox}`}`,
    config.clamd
      ? `Documents are checked for viruses by clamd at ${config.clamd.host}:${config.clamd.port}`
      : 'Documents are not checked for viruses: CLAMD_URL is not set',
  ]
    .filter(Boolean)
    .join('\n');
}

type StartFault = {
  code?: string;
  port?: number;
  address?: string;
  syscall?: string;
  path?: string;
  message?: string;
};

type Hint = {
  matches: (fault: Required<StartFault>) => boolean;
  say: (fault: Required<StartFault>) => string;
};

/** Errors that operators can fix; the first match is reported. */
const HINTS: Hint[] = [
  {
    matches: ({ syscall, code }) => syscall === 'listen' && code === 'EADDRINUSE',
    say: ({ port }) =>
      `PORT: ${port} is in use by another program. Stop that one, or set another PORT.`,
  },
  {
    matches: ({ syscall }) => syscall === 'listen',
    say: ({ address, port, code }) =>
      `HOST, PORT: cannot listen on ${address || 'this address'}, port ${port} (${code}).`,
  },
  {
    matches: ({ code }) => /^(ENOSPC|EDQUOT|EFBIG)$/.test(code),
    say: ({ path, code }) =>
      `DATA_DIR: there is no room left for ${path || 'the data folder'} (${code}). Make room on its disk, or name another folder.`,
  },
  {
    matches: ({ code }) => /^(EMFILE|ENFILE)$/.test(code),
    say: ({ code }) =>
      `The system allows too few open files (${code}). Raise the limit (ulimit -n).`,
  },
  {
    matches: ({ code }) => /^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT)$/.test(code),
    say: ({ path, code }) => `DATA_DIR: cannot write to ${path || 'the data folder'} (${code}).`,
  },
];

const NO_FAULT: Required<StartFault> = {
  code: '',
  port: 0,
  address: '',
  syscall: '',
  path: '',
  message: '',
};

/** One line that says what to change; undefined for a defect of ours. */
export function explainFailedStart(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message;
  const { code, port, address, syscall, path, message } = (error ?? {}) as StartFault;
  const given = Object.entries({ code, port, address, syscall, path, message }).filter(
    ([, value]) => value !== undefined,
  );
  const fault = { ...NO_FAULT, ...Object.fromEntries(given) };
  return HINTS.find(({ matches }) => matches(fault))?.say(fault);
}
