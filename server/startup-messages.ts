/** What a person who starts the product reads: where it is, who can log in, where mail goes, who looks for viruses; or why it can't start. */
import { Problem } from '#domain/problem.ts';
import { SAMPLE_PASSWORD } from './accounts/admin-service.ts';
import { ConfigError } from './config.ts';
import type { Services } from './context.ts';
import { outboxDir } from './mail/open.ts';

export function greet({ config, publicUrl }: Pick<Services, 'config' | 'publicUrl'>): string {
  const mailbox = config.isProduction ? '' : `; read them at ${publicUrl}/dev/mailbox`;
  return [
    `Pitch Trek is ready at ${publicUrl}`,
    config.hasSampleData && `Demo accounts: admin@example.com and applicant@example.com, password ${SAMPLE_PASSWORD}`,
    `E-mails go to ${config.smtpUrl ? `the mail server ${new URL(config.smtpUrl).host}` : `files in ${outboxDir(config)}${mailbox}`}`,
    config.clamd ? `Documents are checked for viruses by clamd at ${config.clamd.host}:${config.clamd.port}` : 'Documents are not checked for viruses: CLAMD_URL is not set',
  ]
    .filter(Boolean)
    .join('\n');
}

type StartFault = { code?: string; port?: number; address?: string; syscall?: string; path?: string; message?: string };

/** One line that says what to change, undefined for a defect of ours. */
export function explainFailedStart(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Problem && error.cause instanceof Error) return `${error.message} (${error.cause.message})`;
  const { code = '', syscall, port, address, path, message = '' } = (error ?? {}) as StartFault;
  if (syscall === 'listen' && code === 'EADDRINUSE') return `PORT: ${port} is in use by another program. Stop that one, or set another PORT.`;
  if (syscall === 'listen') return `HOST, PORT: can't listen on ${address ?? 'this address'}, port ${port} (${code}).`;
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code)) return `DATA_DIR: there is no room left for ${path ?? 'the data folder'} (${code}). Make room on its disk, or name another folder.`;
  if (/^(EMFILE|ENFILE)$/.test(code)) return `The system allows too few open files (${code}). Raise the limit (ulimit -n).`;
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT)$/.test(code)) return `DATA_DIR: can't write to ${path ?? 'the data folder'} (${code}).`;
  if (/corrupted migrations/.test(message)) return 'The database was migrated by a newer release of this product. Start that release, or restore an older backup.';
  return undefined;
}
