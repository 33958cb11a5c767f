import { startPostgres } from '../servers/postgres.ts';
import { startS3 } from '../servers/s3.ts';
import { startSmtp, type SmtpServer } from '../servers/smtp.ts';

type Backends = {
  env: Record<string, string>;
  smtp: SmtpServer | null;
  stop(): Promise<void>;
};

/**
 * Where the real server stores its data: `embedded` (SQLite, disk, outbox) or `servers`
 * (PostgreSQL, S3 and SMTP on loopback).
 */
export async function startBackends(kind: 'embedded' | 'servers'): Promise<Backends> {
  if (kind === 'embedded') return { env: {}, smtp: null, stop: async () => {} };
  const [postgres, s3, smtp] = await Promise.all([startPostgres(), startS3(), startSmtp()]);
  const env = {
    ...s3.env,
    DATABASE_URL: await postgres.createDatabase(),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'desk@example.com',
  };
  const stop = async () => {
    await Promise.all([postgres.stop(), s3.stop(), smtp.stop()]);
  };
  return { env, smtp, stop };
}
