/**
 * Backups by the settings: series and their rule, one at a time, places and releases that are
 * refused.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { useBackupPlaces } from '#tests/backup-places.ts';
import { runBackup } from '../jobs/backup-job.ts';
import { explainBackupFault } from './backup-error.ts';
import { whileLocked } from './lock.ts';
import { readBackupName, findExpired } from './places.ts';
import { readBackupRecord } from './record.ts';

const { pathOf, newFolder, newBucket, storeAddress, newDatabase, open } = useBackupPlaces();

const log = { error: () => {}, warn: () => {} };

describe('settings', () => {
  test('a series is thinned out by its rule, of this installation only, and each is noted', async () => {
    const app = await open({ BACKUP_TO: newFolder(), BACKUP_KEEP: '2' });
    const { config, db } = app.services;
    const to = config.backup.to!;
    writeFileSync(join(to, 'pitch-trek-00000000-2020-01-01T00-00-00Z.tar'), 'of another one');
    writeFileSync(join(to, 'notes.txt'), 'x');
    const days = [1, 2, 3].map((day) => new Date(`2026-11-0${day}T02:00:00Z`));
    const runs = [];
    for (const day of days) runs.push(await runBackup(config, to, true, log, day));
    expect(runs[2]!.removed).toEqual([runs[0]!.name]);
    expect(readdirSync(to).sort()).toEqual(
      [
        'notes.txt',
        'pitch-trek-00000000-2020-01-01T00-00-00Z.tar',
        runs[1]!.name,
        runs[2]!.name,
      ].sort(),
    );
    expect(await readBackupRecord(db.read)).toEqual({ lastGoodAt: days[2], lastFailedAt: null });
    const ready = await fetch(`${app.url}/readyz?verbose`).then((answer) => answer.json());
    expect(ready).toEqual({
      status: 'ready',
      backups: {
        scheduled: true,
        is_writable: true,
        last_good_at: days[2]!.toISOString(),
        last_failed_at: null,
      },
    });
    const metrics = await fetch(`${app.url}/metrics`).then((answer) => answer.text());
    expect(metrics).toContain(
      `backup_timestamp_seconds{result="good"} ${days[2]!.getTime() / 1000}`,
    );
    expect(metrics).not.toContain('result="failed"');
  });

  test('what a backup that was killed has left is cleared away by the next', async () => {
    const { config, db } = (await open({ BACKUP_TO: newFolder() })).services;
    const to = config.backup.to!;
    const { id } = await db.read.selectFrom('installation').select('id').executeTakeFirstOrThrow();
    const partial = `pitch-trek-${id.slice(0, 8)}-2026-11-01T02-00-00Z.tar.partial-0badcafe`;
    writeFileSync(join(to, partial), 'half');
    mkdirSync(join(config.dataDir, '.backup-work-killed'));
    writeFileSync(join(config.dataDir, '.backup-work-killed', 'snapshot.sqlite'), 'half');
    const { name } = await runBackup(config, to, true, log);
    expect(readdirSync(to)).toEqual([name]);
    expect(readdirSync(config.dataDir).filter((name) => name.includes('work'))).toEqual([]);
  });

  test('two at once: the second is refused with one line', async () => {
    const engines: Record<string, string>[] = [{}, { DATABASE_URL: await newDatabase() }];
    for (const environment of engines) {
      const app = await open(environment);
      const { config } = app.services;
      await whileLocked(config, async () => {
        const second = runBackup(config, pathOf('second.tar'), false, log);
        await expect(second).rejects.toThrow('Another backup');
      });
    }
  });

  test('a place among the product’s own files is refused', async () => {
    const app = await open({ ...newBucket() });
    const { config } = app.services;
    const own = `${storeAddress()}/${config.s3!.bucket}/backups`;
    await expect(runBackup(config, own, true, log)).rejects.toThrow('own files');
    const disk = await open({});
    const inside = join(disk.services.config.dataDir, 'files', 'backups');
    await expect(runBackup(disk.services.config, inside, true, log)).rejects.toThrow('own files');
  });

  test('a database of a newer release is refused, with the release to use', async () => {
    const { config } = (await open({})).services;
    const path = pathOf('newer.tar');
    const file = new DatabaseSync(join(config.dataDir, 'pitch-trek.sqlite'));
    file.exec(`insert into kysely_migration values ('9999-later', '2030')`);
    file.close();
    await expect(runBackup(config, path, false, log)).rejects.toThrow('newer release');
    expect(readdirSync(pathOf())).not.toContain('newer.tar');
  });

  test('a rule keeps the newest of days, weeks and months', () => {
    const names = Array.from({ length: 80 }, (_, day) => {
      const moment = new Date(Date.UTC(2026, 10, 22 - day, 2)).toISOString().slice(0, 10);
      return readBackupName(`pitch-trek-0123abcd-${moment}T02-00-00Z.tar`)!;
    });
    const expired = new Set(findExpired(names, '3d 2w 3m'));
    const stored = names.filter((name) => !expired.has(name));
    expect(stored.map(({ madeAt }) => madeAt.toISOString().slice(0, 10))).toEqual([
      '2026-11-22',
      '2026-11-21',
      '2026-11-20',
      '2026-11-15',
      '2026-10-31',
      '2026-09-30',
    ]);
    expect(findExpired(names, '80')).toEqual([]);
    expect(findExpired(names, '1')).toHaveLength(79);
  });

  test('a full disk is one line', async () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC', path: '/backups/x.tar' });
    expect(explainBackupFault(full)).toBe(
      'There is no room left for /backups/x.tar (ENOSPC). Nothing was kept: make room and try again.',
    );
  });
});
