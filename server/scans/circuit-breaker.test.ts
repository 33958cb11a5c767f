import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submit } from '#tests/proposal-forms.ts';
import { pdfWith } from '#tests/raw-pdfs.ts';
import { startClamd, type ClamdServer } from '#tests/servers/clamd.ts';
import type { Services } from '../context.ts';
import { createClamd } from './clamd.ts';
import { startScanJob } from './job.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let clamd: ClamdServer;
  /** An instance without CLAMD_URL. */
  let off: TestApp;
  beforeAll(async () => {
    clamd = await startClamd();
    off = await createTestAppOn(engine);
  });
  afterAll(async () => {
    await off.close();
    await clamd.stop();
  });

  test('the absence of clamd, and a document that it refuses, are logged once', async () => {
    const lines: string[] = [];
    const say = (level: string) => (facts: unknown, words?: string) =>
      void lines.push(`${level}: ${words ?? facts}`);
    const log = {
      error: say('error'),
      warn: say('warn'),
      info: say('info'),
    } as unknown as Services['log'];
    await clamd.stop();
    const owner = await off.signIn();
    const { proposal } = await submit(off.services, owner, { pitch_deck: pdfWith('please fail') });
    writeFileSync(
      join(off.services.config.dataDir, 'files', proposal.documents.financials.key),
      'something else',
    );
    const job = startScanJob({ ...off.services, log }, createClamd(clamd));
    const pass = () => {
      off.pass(4000);
      job.notify();
    };
    const GONE =
      'error: CLAMD_URL: clamd does not answer, so documents that were not checked for viruses stay locked';
    const BACK = 'warn: clamd answers again';
    const FAILED =
      'a document could not be checked for viruses: it stays locked and is tried again';
    await expect.poll(() => lines).toEqual([GONE]);
    clamd.moodsByWord = { 'please fail': 'error' };
    for (let index = 0; index < 3; index += 1) pass();
    await clamd.start();
    const failures = (level: string) =>
      lines.filter((line) => line === `${level}: ${FAILED}`).length;
    await expect
      .poll(() => {
        pass();
        return failures('info');
      })
      .toBeGreaterThan(2);
    expect(lines.slice(0, 2)).toEqual([GONE, BACK]);
    expect([failures('warn'), lines.filter((line) => line === BACK).length]).toEqual([2, 1]);
    expect(
      await off.services.db.read
        .selectFrom('documents')
        .select('key')
        .where('scanned_at', 'is not', null)
        .execute(),
    ).toEqual([]);
    await job.stop();
  });
});
