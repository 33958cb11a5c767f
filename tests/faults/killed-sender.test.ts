/**
 * An instance is killed while it sends a login code; the next one sends it soon enough for the
 * person who waits.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRealServer } from '../e2e/real-server.ts';
import { startSmtp } from '../servers/smtp.ts';

const ADMIN = { ADMIN_EMAIL: 'desk@example.com', ADMIN_PASSWORD: 'Trombone-Kumasi-7!' };

test('after kill -9 a code that was being sent is sent again', async () => {
  const [smtp, dataDir] = [await startSmtp(), mkdtempSync(join(tmpdir(), 'pitch-trek-killed-'))];
  const env = { ...ADMIN, DATA_DIR: dataDir, SMTP_URL: smtp.url, SAMPLE_DATA: 'off' };
  smtp.mood = 'hang';
  const first = await startRealServer(env);
  const body = new URLSearchParams({ username: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  expect((await fetch(`${first.url}/api/v1/auth/login`, { method: 'POST', body })).status).toBe(
    200,
  );
  await expect.poll(() => smtp.tries).toBe(1);
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  smtp.mood = 'accept';
  const killedAt = performance.now();
  const second = await startRealServer(env);
  await expect.poll(() => smtp.messages.length).toBe(1);
  if (process.env['REPORT'])
    console.log(`sent after ${Math.round(performance.now() - killedAt)} ms`);
  expect(smtp.messages[0]!.text).toMatch(/\b\d{6}\b/);
  await second.stop();
  await smtp.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
