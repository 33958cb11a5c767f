/** What each setting means, in one or two sentences; the compiler misses none. */
import type { SETTINGS } from '#server/config.ts';

export type SettingName = keyof typeof SETTINGS;

export const SENTENCES: Record<SettingName, string> = {
  APP_ENV:
    'local, or production for a real installation: then the start is refused without what one needs.',
  PUBLIC_URL:
    'Base of every link that is mailed, without a path: http://localhost:PORT where unset. Needed, with https, when APP_ENV=production.',
  PORT: 'Port to listen on.',
  HOST: 'Name or address of this machine to listen on: 127.0.0.1 with the proxy on the same machine, 0.0.0.0 in a container.',
  TRUST_PROXY:
    'How many proxies stand in front, so that their X-Forwarded-For and X-Request-Id count. 0 ignores these headers.',
  DATA_DIR:
    'Folder of the embedded database, uploaded files and unsent mail: ./data where unset. Name it when APP_ENV=production without DATABASE_URL.',
  DATABASE_URL:
    'PostgreSQL, as postgres://user:password@host:port/database. Unset: an embedded database in DATA_DIR.',
  S3_ENDPOINT:
    'Address of an S3-compatible object store; needs S3_BUCKET and both keys. Unset: files in DATA_DIR.',
  S3_BUCKET: 'A bucket of its own for the files.',
  S3_REGION: 'Region of the bucket.',
  S3_ACCESS_KEY_ID: 'Key that may get, put, delete and list in the bucket.',
  S3_SECRET_ACCESS_KEY: 'Secret of that key.',
  MEDIA_URL: 'Content-delivery host: pictures are at MEDIA_URL/{key}. Unset: /media on this host.',
  CLAMD_URL:
    'clamd that looks for viruses in documents, as tcp://host:port. Unset: nobody looks, and the start says so.',
  SMTP_URL:
    'Mail server, as smtp://user:password@host:port. Unset: messages become files in DATA_DIR/outbox. Needed when APP_ENV=production.',
  MAIL_FROM: 'Sender of every message.',
  ADMIN_EMAIL:
    'At the start this admin is created if no account has the address. Needs ADMIN_PASSWORD.',
  ADMIN_PASSWORD: 'First password of that admin. Take both out again once the account is there.',
  SAMPLE_DATA:
    'on fills an empty database with samples and two demo accounts. Unset: on, but off when APP_ENV=production.',
  MAX_UPLOAD_MB:
    'Megabytes that one file may have. The proxy in front must let twice as much through.',
  UPLOAD_GRACE_MINUTES:
    'Minutes that documents may still arrive after a submission that was received in time.',
  ADMIN_SECOND_FACTOR:
    'required: admins must set up a passkey or an authenticator app at their next login. optional: whoever wants to.',
  SWEEP_KEEP_DAYS: 'Days that files without a row are set aside before they are gone.',
  BACKUP_TO:
    'Folder or bucket (https://KEY:SECRET@host/bucket/folder) for a backup of everything. Unset: none is made by itself.',
  BACKUP_AT:
    'Times of the day, in UTC, at which it is made: 02:00, or several with commas between.',
  BACKUP_KEEP:
    'How many backups are kept: a number, or the newest of each of so many days, weeks and months, such as 7d 5w 12m.',
  BACKUP_KEY:
    'Key of age or a passphrase with which backups are encrypted. Unset: they are not. Keep it somewhere else too.',
  METRICS_TOKEN:
    'Bearer token that /metrics asks for, 16 characters or more. Unset: they answer this machine only.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Collector of OpenTelemetry that takes traces as OTLP over HTTP, such as http://127.0.0.1:4318. Unset: none are made.',
  LOG_LEVEL: 'How much is logged: silent, error, warn, info or debug.',
  DEV: '1 serves the pages from their sources, for developers. Never in a real installation.',
};
