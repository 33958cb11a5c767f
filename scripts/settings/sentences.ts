/** What each setting means, in one or two sentences; the compiler requires all of them. */
import type { SETTINGS } from '#server/config.ts';

export type SettingName = keyof typeof SETTINGS;

export const SENTENCES: Record<SettingName, string> = {
  APP_ENV:
    'local, or production for a real installation: then the start requires the settings that it needs.',
  PUBLIC_URL:
    'Base of every mailed link, without a path. Unset: http://localhost:PORT. Required, with https, when APP_ENV=production.',
  PORT: 'Port to listen on.',
  HOST: 'Name or address of this machine to listen on: 127.0.0.1 with the proxy on the same machine, 0.0.0.0 in a container.',
  TRUST_PROXY:
    'Number of proxies in front whose X-Forwarded-For and X-Request-Id are trusted. 0 ignores these headers.',
  DATA_DIR:
    'Folder of the embedded database, uploaded files and unsent mail. Unset: ./data. Required when APP_ENV=production without DATABASE_URL.',
  DATABASE_URL:
    'PostgreSQL, as postgres://user:password@host:port/database. Unset: an embedded database in DATA_DIR.',
  S3_ENDPOINT:
    'Address of an S3-compatible object store; needs S3_BUCKET and both keys. Unset: files in DATA_DIR.',
  S3_BUCKET: 'A separate bucket for the files.',
  S3_REGION: 'Region of the bucket.',
  S3_ACCESS_KEY_ID: 'Key that may get, put, delete and list in the bucket.',
  S3_SECRET_ACCESS_KEY: 'Secret of that key.',
  MEDIA_URL: 'Content-delivery host: pictures are at MEDIA_URL/{key}. Unset: /media on this host.',
  CLAMD_URL:
    'clamd that scans documents for viruses, as tcp://host:port. Unset: documents are not scanned, and the start says so.',
  SMTP_URL:
    'Mail server, as smtp://user:password@host:port. Unset: messages become files in DATA_DIR/outbox. Required when APP_ENV=production.',
  MAIL_FROM: 'Sender of every message.',
  ADMIN_EMAIL:
    'This admin is created at the start if no account has the address. Needs ADMIN_PASSWORD.',
  ADMIN_PASSWORD: 'First password of that admin. Remove both settings once the account exists.',
  SAMPLE_DATA:
    'on adds samples and two demo accounts to an empty database. Unset: on, but off when APP_ENV=production.',
  MAX_UPLOAD_MB: 'Maximum megabytes of one file. The proxy in front must allow twice as much.',
  UPLOAD_GRACE_MINUTES:
    'Minutes in which documents may still arrive after a submission that was received in time.',
  ADMIN_SECOND_FACTOR:
    'required: admins must set up a passkey or an authenticator app at their next login. optional: they may.',
  UNDO_SECONDS:
    'Seconds, at most 300, in which a decision, a stage or a bulk change can be undone before anyone is told.',
  ALERT_TO:
    'Email addresses, separated by commas, that are told of each problem, at most once a day: a failed backup, a nearly full disk, emails that are not going out, submissions about to lapse. Unset: nobody.',
  SWEEP_KEEP_DAYS: 'Days that files without a row stay in the trash before they are deleted.',
  BACKUP_TO:
    'Folder or bucket (https://KEY:SECRET@host/bucket/folder) for scheduled backups of everything. Unset: no backups are scheduled.',
  BACKUP_AT: 'Times of day, in UTC, of the backups: 02:00, or several, separated by commas.',
  BACKUP_KEEP:
    'How many backups to keep: a number, or the newest of each day, week and month, such as 7d 5w 12m for 7 days, 5 weeks and 12 months.',
  BACKUP_KEY:
    'An age key, or a passphrase, with which backups are encrypted. Unset: they are not. Keep a copy somewhere else.',
  GRANTS_PREFIX:
    'Prefix of the ids of grants in the 360Giving data, such as 360G-yourfirm. Unset: no such data.',
  METRICS_TOKEN:
    'Bearer token that /metrics requires; in production, at least 16 characters. Unset: only this machine can read it.',
  LOG_LEVEL: 'How much is logged: silent, error, warn, info or debug.',
  DEV: '1 serves the pages from their sources, for developers. Never in a real installation.',
};
