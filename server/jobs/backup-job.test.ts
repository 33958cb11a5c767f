import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { storedKeys, submissionTo } from '#tests/proposal-forms.ts';
import { whileLocked } from '../backups/lock.ts';
import { readBackupRecord } from '../backups/record.ts';
import type { Services } from '../context.ts';
import { backUpWhenDue, nextBackupAt } from './backup-job.ts';

test('the next time of the day is today or tomorrow, whichever of several comes first', () => {
  const at = (now: string, ...times: string[]) => nextBackupAt(times, new Date(now)).toISOString();
  expect(at('2026-11-22T01:59:59Z', '02:00')).toBe('2026-11-22T02:00:00.000Z');
  expect(at('2026-11-22T02:00:00Z', '02:00')).toBe('2026-11-23T02:00:00.000Z');
  expect(at('2026-12-31T12:00:00Z', '02:00', '23:30')).toBe('2026-12-31T23:30:00.000Z');
});

describe.each(ENGINES)('scheduled backups on %s', (engine) => {
  let app: TestApp;
  let to: string;
  const services = (folder = to): Services => ({
    ...app.services,
    config: { ...app.services.config, backup: { ...app.services.config.backup, to: folder } },
  });
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    to = mkdtempSync(join(tmpdir(), 'backups-'));
  });
  afterAll(async () => {
    await app.close();
    rmSync(to, { recursive: true, force: true });
  });

  test('are made once, however many instances run, and again on the next day', async () => {
    app.setClock(new Date('2026-11-22T12:00:00Z'));
    const look = () => Promise.all([1, 2, 3].map(() => backUpWhenDue(services())));
    await look();
    expect(readdirSync(to)).toHaveLength(1);
    await look();
    expect(readdirSync(to)).toHaveLength(1);
    app.pass(14 * 3600 + 1);
    await look();
    expect(readdirSync(to)).toHaveLength(2);
    const { lastGoodAt, lastFailedAt } = await readBackupRecord(app.services.db.read);
    expect(lastGoodAt!.toISOString().slice(0, 16)).toBe('2026-11-23T02:00');
    expect(lastFailedAt).toBeNull();
  });

  test('one that has not ended is left to its instance, and is no failure', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backups-long-'));
    app.pass(86_400);
    const before = await readBackupRecord(app.services.db.read);
    await whileLocked(app.services.config, () => backUpWhenDue(services(folder)));
    expect(await readBackupRecord(app.services.db.read)).toEqual(before);
    app.pass(3601);
    await backUpWhenDue(services(folder));
    expect(readdirSync(folder)).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  test('are made again once a clock that was far ahead is right', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backups-ahead-'));
    app.pass(400 * 86_400);
    await backUpWhenDue(services(folder));
    app.pass(-400 * 86_400);
    await backUpWhenDue(services(folder));
    expect(readdirSync(folder)).toHaveLength(2);
    await backUpWhenDue(services(folder));
    expect(readdirSync(folder)).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });

  test('a failed one is recorded, and retried within the hour', async () => {
    const blocked = join(to, 'a-file');
    writeFileSync(blocked, 'no folder');
    app.pass(24 * 3600);
    await backUpWhenDue(services(blocked));
    const { lastGoodAt, lastFailedAt } = await readBackupRecord(app.services.db.read);
    expect(lastFailedAt! > lastGoodAt!).toBe(true);
    rmSync(blocked);
    mkdirSync(blocked);
    await backUpWhenDue(services(blocked));
    expect(readdirSync(blocked)).toEqual([]);
    app.pass(3601);
    await backUpWhenDue(services(blocked));
    expect(readdirSync(blocked)).toHaveLength(1);
  });

  test('one without a lost file is kept, and counts as failed', async () => {
    const program = await insertProgram(app.services);
    const applicant = await app.signIn();
    await applicant.post('/proposals/', await submissionTo(program.id));
    const [key] = await storedKeys(app.services, applicant.id);
    await app.services.files.delete(key!);
    const before = readdirSync(to).length;
    app.pass(24 * 3600);
    await backUpWhenDue(services());
    expect(readdirSync(to)).toHaveLength(before + 1);
    const { lastGoodAt, lastFailedAt } = await readBackupRecord(app.services.db.read);
    expect(lastFailedAt! > lastGoodAt!).toBe(true);
  });
});
