import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PRODUCTION = {
  APP_ENV: 'production',
  SMTP_URL: 'smtp://mail.example.com:587',
  PUBLIC_URL: 'https://example.com',
  DATA_DIR: '/srv/data',
};

test('nothing has to be set', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    databaseUrl: undefined,
    clamd: undefined,
    s3: undefined,
    hasSampleData: true,
    maxUploadBytes: 20 * 1024 * 1024,
    uploadGraceMinutes: 60,
    undoSeconds: 10,
    sweepKeepDays: 7,
    trustProxy: 0,
    isProduction: false,
  });
});

test('an empty value counts as unset, NODE_ENV as nothing', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '', NODE_ENV: 'production' })).toMatchObject({
    port: 3000,
    smtpUrl: undefined,
    isProduction: false,
  });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '0x10'],
  ['PORT', '1e3'],
  ['PUBLIC_URL', 'example.com'],
  ['PUBLIC_URL', 'https://example.com/base/'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://mail.example.com:99999'],
  ['SMTP_URL', 'smtp://mail.example.com:0'],
  ['SMTP_URL', 'smtp://mail.example.com:smtp'],
  ['SMTP_URL', 'smtp://me:100%@mail.example.com'],
  ['SMTP_URL', 'smtp://:587'],
  ['S3_ENDPOINT', 'minio:9000'],
  ['MEDIA_URL', 'cdn'],
  ['HOST', ' '],
  ['ADMIN_EMAIL', 'boss'],
  ['LOG_LEVEL', 'loud'],
  ['DEV', 'yes'],
  ['UPLOAD_GRACE_MINUTES', '1441'],
  ['UNDO_SECONDS', '301'],
  ['SWEEP_KEEP_DAYS', '-1'],
  ['ALERT_TO', 'esi@example.com, nobody'],
  ['CLAMD_URL', '127.0.0.1:3310'],
  ['CLAMD_URL', 'http://127.0.0.1:3310'],
  ['CLAMD_URL', 'tcp://127.0.0.1'],
  ['CLAMD_URL', 'tcp://127.0.0.1:0'],
  ['CLAMD_URL', 'tcp://127.0.0.1:70000'],
  ['CLAMD_URL', 'tcp://clamd:3310/path'],
  ['MAIL_FROM', 'nobody'],
  ['SAMPLE_DATA', 'yes'],
  ['MAX_UPLOAD_MB', '0'],
  ['UPLOAD_GRACE_MINUTES', '-1'],
  ['TRUST_PROXY', 'all'],
  ['APP_ENV', 'staging'],
])('%s=%s is refused in one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name}: (must|cannot) [^\n]+$`));
  expect(read, 'no words of the library').not.toThrow(
    /invalid|expected|too (small|big)|pattern|option/i,
  );
});

test('half an object store or half an admin is refused', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toThrow('S3_BUCKET');
  expect(() => readConfig({ ADMIN_EMAIL: 'a@example.com' })).toThrow('ADMIN_PASSWORD');
});

test('a real installation needs its mail server, its address and a place for its data', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true, hasSampleData: false });
  expect(() => readConfig({ ...PRODUCTION, SMTP_URL: '' })).toThrow('SMTP_URL');
  expect(() => readConfig({ ...PRODUCTION, PUBLIC_URL: 'http://example.com' })).toThrow(
    'PUBLIC_URL',
  );
  expect(() => readConfig({ ...PRODUCTION, DATA_DIR: '' })).toThrow('DATABASE_URL');
  expect(() => readConfig({ ...PRODUCTION, METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN');
  expect(
    readConfig({ METRICS_TOKEN: 'short', ADMIN_EMAIL: ' Boss@Example.com ', ADMIN_PASSWORD: 'x' }),
  ).toMatchObject({ metricsToken: 'short', admin: { email: 'Boss@Example.com' } });
});

test.each([
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://clamd.internal:3310/', { host: 'clamd.internal', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
])('documents are checked for viruses at %s', (CLAMD_URL, clamd) =>
  expect(readConfig({ CLAMD_URL }).clamd).toEqual(clamd),
);

test('addresses lose their trailing slash', () => {
  expect(
    readConfig({ PUBLIC_URL: 'https://example.com/', MEDIA_URL: 'https://cdn.example.com/m/' }),
  ).toMatchObject({ publicUrl: 'https://example.com', mediaUrl: 'https://cdn.example.com/m' });
});
