import { z } from 'zod';

const isHourAndMinute = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
/**
 * `7`: the newest seven. `7d 5w 12m`: the newest of each of seven days, five weeks, twelve months.
 */
const isKeepRule = (text: string) =>
  /^(\d{1,4}|\d{1,4}[dwm]( +\d{1,4}[dwm])*)$/.test(text) && /[1-9]/.test(text);
/** An address must name a bucket after the host; anything else is a path. */
const isFolderOrBucket = (text: string) =>
  !/^[a-z0-9]+:\/\//i.test(text) || (/^https?:\/\/[^/]+\/[^/?]/i.test(text) && URL.canParse(text));
const isBackupKey = (text: string) => /^(age1|AGE-SECRET-KEY-)/.test(text) || text.length >= 16;

export const BACKUP_FIELDS = {
  BACKUP_TO: z
    .string()
    .refine(isFolderOrBucket, 'must be a folder, or https://KEY:SECRET@host/bucket/folder')
    .optional(),
  BACKUP_AT: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (times) => times.every(isHourAndMinute),
      'must be a time of the day in UTC, such as 02:00, or several with commas between',
    )
    .prefault('02:00'),
  BACKUP_KEEP: z
    .string()
    .refine(
      isKeepRule,
      'must be a number of backups, such as 14, or one for days, weeks and months, such as 7d 5w 12m',
    )
    .default('7d 5w 12m'),
  BACKUP_KEY: z
    .string()
    .refine(
      isBackupKey,
      'must be a key of age (age1… or AGE-SECRET-KEY-…) or a passphrase of 16 characters or more',
    )
    .optional(),
};

export type BackupConfig = {
  /** A folder, or the address of a bucket; undefined: no scheduled backups. */
  to: string | undefined;
  /** Times of day in UTC, such as `02:00`. */
  at: string[];
  keep: string;
  key: string | undefined;
  /** For buckets whose address contains none. */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
};

type BackupValues = z.output<z.ZodObject<typeof BACKUP_FIELDS>> & {
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
};

export const isBucketAddress = (text: string | undefined): text is string =>
  /^https?:\/\//i.test(text ?? '');

export function keylessBucket(given: BackupValues): string | undefined {
  const { BACKUP_TO: to, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given;
  if (!isBucketAddress(to) || (S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)) return undefined;
  return new URL(to).password
    ? undefined
    : 'BACKUP_TO: KEY:SECRET@ is needed before the host, or S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY';
}

export const toBackupConfig = (given: BackupValues): BackupConfig => ({
  to: given.BACKUP_TO,
  at: given.BACKUP_AT,
  keep: given.BACKUP_KEEP,
  key: given.BACKUP_KEY,
  accessKeyId: given.S3_ACCESS_KEY_ID,
  secretAccessKey: given.S3_SECRET_ACCESS_KEY,
});
