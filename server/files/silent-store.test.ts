import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { storedKeys, submissionTo, submit } from '#tests/proposal-forms.ts';
import { startFrozenLine, type FrozenLine } from '#tests/servers/frozen-line.ts';
import { startS3, type S3Server } from '#tests/servers/s3.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';
import { SILENCE_TIMEOUT_MS } from './s3-session.ts';

/** Shorter than the product's own, to keep this test fast; `SILENT_STORE=real` uses that one. */
const SHORT_TIMEOUT_MS = process.env['SILENT_STORE'] === 'real' ? SILENCE_TIMEOUT_MS : 1_500;
/** For everything that must succeed: a busy machine may take longer than the short one. */
const LONG_TIMEOUT_MS = 600_000;

let s3: S3Server;
let line: FrozenLine;
let app: TestApp;
let owner: Person;
let programId: string;
let patient: FileStore;
let impatient: FileStore;
beforeAll(async () => {
  s3 = await startS3();
  line = await startFrozenLine(Number(new URL(s3.endpoint).port));
  app = await createTestApp({ ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${line.port}` });
  const storeWith = (silenceTimeoutMs: number) =>
    createS3Store({ ...s3, endpoint: `http://127.0.0.1:${line.port}`, silenceTimeoutMs });
  [patient, impatient] = [storeWith(LONG_TIMEOUT_MS), storeWith(SHORT_TIMEOUT_MS)];
  app.services.files = patient;
  owner = await app.signIn();
  programId = (await insertProgram(app.services)).id;
});
afterAll(async () => {
  await app.close();
  await line.stop();
  await s3.stop();
});

const linkTo = async (id: string) => {
  const { pathname, search } = new URL(
    (await owner.get(`/proposals/${id}/documents/pitch_deck`)).body.url,
  );
  return app.url + pathname + search;
};

/** A PDF larger than what is held back before it is verified. */
async function largePdf(): Promise<Buffer> {
  const pdf = Buffer.from(await makePdf());
  const end = pdf.lastIndexOf('startxref');
  return Buffer.concat([
    pdf.subarray(0, end),
    Buffer.from(`\n%${'x'.repeat(8_000_000)}\n`),
    pdf.subarray(end),
  ]);
}

test('an object store that goes silent on every connection: 503 soon, nothing held open, and all well when it is back', async () => {
  const { proposal } = await submit(app.services, owner, { program_id: programId });
  const link = await linkTo(proposal.id);
  app.services.files = impatient;
  // Several connections are idle when the network fails.
  await Promise.allSettled(
    Array.from({ length: 6 }, async () => (await fetch(link)).arrayBuffer()),
  );
  expect(line.open()).toBeGreaterThan(1);
  line.freeze();
  const form = await submissionTo(programId);
  const begin = Date.now();
  const answers = await Promise.all([
    fetch(link),
    fetch(`${app.url}/readyz`),
    owner.post('/proposals/', form),
  ]);
  expect(
    answers.map(({ status, headers }) => [status, Number(headers.get('retry-after')) > 0]),
  ).toEqual([
    [503, true],
    [503, true],
    [503, true],
  ]);
  if (process.env['SILENT_STORE']) console.log('answered after', Date.now() - begin, 'ms');
  await expect.poll(() => line.open(), { message: 'dead connections are closed' }).toBe(0);
  line.thaw();
  await expect.poll(async () => (await fetch(link)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(200);
  await expect
    .poll(async () => (await owner.post('/proposals/', await submissionTo(programId))).status)
    .toBe(201);
  expect(SILENCE_TIMEOUT_MS).toBeLessThan(10_000);
});

/** A busy machine may be silent for so long that nothing has come yet, which is a 503: again. */
async function readUntilSilent(link: string): Promise<'whole' | 'broken off'> {
  line.freezeAfter(3_000_000);
  const answer = await fetch(link);
  if (answer.status === 503) {
    line.thaw();
    return readUntilSilent(link);
  }
  return answer.arrayBuffer().then(
    () => 'whole',
    () => 'broken off',
  );
}

test('a body that stalls breaks off, and an upload into silence is 503', async () => {
  app.services.files = patient;
  const { proposal } = await submit(app.services, owner, {
    program_id: programId,
    pitch_deck: await largePdf(),
  });
  const link = await linkTo(proposal.id);
  const form = await submissionTo(programId, { pitch_deck: await largePdf() });
  app.services.files = impatient;
  const download = await readUntilSilent(link);
  const upload = await owner.post('/proposals/', form);
  expect(download).toBe('broken off');
  expect(upload.status).toBe(503);
  await expect.poll(() => line.open()).toBe(0);
  line.thaw();
  app.services.files = patient;
  expect((await (await fetch(link)).arrayBuffer()).byteLength).toBeGreaterThan(8_000_000);
  expect(await storedKeys(app.services)).not.toEqual([]);
});
