/** The only reader of the environment: read once, validated, frozen. */
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  BACKUP_FIELDS,
  isBucketAddress,
  keylessBucket,
  toBackupConfig,
  type BackupConfig,
} from './settings/backups.ts';

const whole = (min: number, max: number) => {
  const sentence = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, sentence)
    .transform(Number)
    .pipe(z.number().min(min, sentence).max(max, sentence));
};
const webAddress = () =>
  z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });
const oneOf = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`);

/**
 * Whether the mail library can use it: a host, a valid port, and a name and password with escaped %
 * signs.
 */
function isMailServer(url: string): boolean {
  try {
    const { hostname, port, username, password } = new URL(url);
    decodeURIComponent(username + password);
    return hostname !== '' && port !== '0';
  } catch {
    return false;
  }
}

function readAddress(url: string): { host: string; port: number } {
  const [, host, port] = /^tcp:\/\/\[?(.+?)\]?:(\d+)\/?$/i.exec(url) ?? [];
  return { host: host ?? '', port: Number(port) };
}

function isReadableAddress(address: string): boolean {
  try {
    const { username, password, hostname, pathname } = new URL(address);
    return [username, password, hostname, pathname].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}

const schema = z.object({
  PORT: whole(0, 65_535).prefault('3000'),
  HOST: z
    .string()
    .regex(/^\S+$/, 'must be a name or an address of this machine')
    .default('127.0.0.1'),
  PUBLIC_URL: webAddress()
    .refine((url) => /^[^/]+\/\/[^/?#]+\/*$/.test(url), 'must be an address without a path')
    .optional(),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .refine(
      isReadableAddress,
      'must be postgres://user:password@host:port/database; write % / @ : # ? in user and password as %25 %2F %40 %3A %23 %3F',
    )
    .optional(),
  S3_ENDPOINT: webAddress().optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  MEDIA_URL: webAddress().optional(),
  CLAMD_URL: z
    .string()
    .regex(
      /^tcp:\/\/(\[[\da-f:.]+\]|[^\s/?#@:[\]]+):\d{1,5}\/?$/i,
      'must be tcp://host:port, such as tcp://127.0.0.1:3310',
    )
    .transform(readAddress)
    .refine(({ port }) => port > 0 && port <= 65_535, 'must name a port from 1 to 65535')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must start with smtp:// and name a host')
    .refine(
      isMailServer,
      'must be smtp://user:password@host:port, the port from 1 to 65535; a % in user or password is written %25',
    )
    .optional(),
  MAIL_FROM: z
    .email('must be an email address, such as no-reply@example.com')
    .default('no-reply@example.com'),
  ADMIN_EMAIL: z.string().trim().pipe(z.email('must be an email address')).optional(),
  ADMIN_PASSWORD: z.string().min(1).optional(),
  SAMPLE_DATA: oneOf('on', 'off').optional(),
  MAX_UPLOAD_MB: whole(1, 1000).prefault('20'),
  UPLOAD_GRACE_MINUTES: whole(0, 1440).prefault('60'),
  ADMIN_SECOND_FACTOR: oneOf('optional', 'required').default('optional'),
  UNDO_SECONDS: whole(0, 300).prefault('10'),
  ALERT_TO: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.email('must be email addresses, separated by commas')))
    .optional(),
  SWEEP_KEEP_DAYS: whole(0, 365).prefault('7'),
  ...BACKUP_FIELDS,
  TRUST_PROXY: whole(0, 10).prefault('0'),
  GRANTS_PREFIX: z.string().min(1).max(50).optional(),
  METRICS_TOKEN: z.string().min(1).optional(),
  APP_ENV: oneOf('local', 'production').default('local'),
  LOG_LEVEL: oneOf('silent', 'error', 'warn', 'info', 'debug').default('warn'),
  DEV: z.literal('1', 'must be 1, or not be set').optional(),
});

/** Every setting by name; scripts/settings.ts describes them. */
export const SETTINGS = schema.shape;

export type Config = Readonly<ReturnType<typeof toConfig>>;

/** A wrong setting: one line that the operator can act on. */
export class ConfigError extends Error {}

/**
 * Takes the environment; empty values count as unset. Refuses with a ConfigError that names the
 * variable.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given, { error: () => 'is not a valid value' });
  if (!result.success) {
    const issue = result.error.issues[0]!;
    throw new ConfigError(`${String(issue.path[0])}: ${issue.message}`);
  }
  refuseUnsafeProduction(result.data);
  return Object.freeze(toConfig(result.data));
}

type Environment = z.output<typeof schema>;

const WEAK_TOKEN = 16;

function refuseUnsafeProduction(env: Environment): void {
  if (env.APP_ENV !== 'production') return;
  if (!env.SMTP_URL) throw new ConfigError('SMTP_URL: is needed with APP_ENV=production');
  if (!env.PUBLIC_URL?.startsWith('https://'))
    throw new ConfigError('PUBLIC_URL: an https address is needed with APP_ENV=production');
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < WEAK_TOKEN)
    throw new ConfigError(
      `METRICS_TOKEN: at least ${WEAK_TOKEN} characters are needed with APP_ENV=production`,
    );
  if (!env.DATABASE_URL && !env.DATA_DIR)
    throw new ConfigError(
      'DATABASE_URL: it or an explicit DATA_DIR is needed with APP_ENV=production',
    );
}

function readS3(env: Environment) {
  if (!env.S3_ENDPOINT && !env.S3_BUCKET) return undefined;
  const need = (
    name: 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
  ) => {
    const value = env[name];
    if (!value) throw new ConfigError(`${name}: is needed when files go to an object store`);
    return value;
  };
  return {
    endpoint: need('S3_ENDPOINT'),
    bucket: need('S3_BUCKET'),
    region: env.S3_REGION,
    accessKeyId: need('S3_ACCESS_KEY_ID'),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY'),
  };
}

/**
 * Refuses keys of an object store that nothing uses: files and backups would stay on the disk, and
 * nobody would notice. For a start: a command may name its bucket itself.
 */
export function requireUsedKeys(config: Config): Config {
  const { s3, backup } = config;
  const isGiven = backup.accessKeyId !== undefined || backup.secretAccessKey !== undefined;
  if (isGiven && !s3 && !isBucketAddress(backup.to))
    throw new ConfigError(
      'S3_ENDPOINT, S3_BUCKET: are needed with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the address of a bucket in BACKUP_TO. If files stay on the disk, remove the keys',
    );
  return config;
}

function readBackup(env: Environment): BackupConfig {
  const fault = keylessBucket(env);
  if (fault) throw new ConfigError(fault);
  return toBackupConfig(env);
}

function readAdmin(env: Environment) {
  if (!env.ADMIN_EMAIL) return undefined;
  if (!env.ADMIN_PASSWORD) throw new ConfigError('ADMIN_PASSWORD: is needed with ADMIN_EMAIL');
  return { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD };
}

function toConfig(env: Environment) {
  const isProduction = env.APP_ENV === 'production';
  return {
    port: env.PORT,
    host: env.HOST,
    /**
     * Base of every mailed link, without a trailing slash. Undefined: `http://localhost:PORT`, known
     * once the port is.
     */
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR ?? './data'),
    databaseUrl: env.DATABASE_URL,
    s3: readS3(env),
    backup: readBackup(env),
    mediaUrl: env.MEDIA_URL?.replace(/\/+$/, ''),
    /** Where documents are scanned for viruses; undefined: nowhere. */
    clamd: env.CLAMD_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    admin: readAdmin(env),
    hasSampleData: (env.SAMPLE_DATA ?? (isProduction ? 'off' : 'on')) === 'on',
    /** Of an uploaded file. */
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
    /** In which documents of a submission that was received in time may still arrive. */
    uploadGraceMinutes: env.UPLOAD_GRACE_MINUTES,
    needsSecondFactor: env.ADMIN_SECOND_FACTOR === 'required',
    /** In which a decision or a stage can be undone before its applicant hears of it. */
    undoSeconds: env.UNDO_SECONDS,
    alertTo: env.ALERT_TO ?? [],
    /** For which files without a row are kept. */
    sweepKeepDays: env.SWEEP_KEEP_DAYS,
    /** Trusted proxy hops; 0 ignores forwarded-for headers. */
    trustProxy: env.TRUST_PROXY,
    /** Begins the ids of grants in open data; without it there is none. */
    grantsPrefix: env.GRANTS_PREFIX,
    metricsToken: env.METRICS_TOKEN,
    isProduction,
    isDev: env.DEV === '1',
    logLevel: env.LOG_LEVEL as string,
  };
}
