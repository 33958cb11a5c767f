/**
 * trust I1 to I8 for documents of a draft: an upload is created, continued, completed and deleted,
 * and killed at its first, second … last write; after each restart everything must hold.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Services } from '#server/context.ts';
import { sweepFiles } from '#server/jobs/housekeeping.ts';
import { openServices } from '#server/services.ts';
import type { Server } from '#server/start.ts';
import { Backstage, type SignedIn } from '../e2e/backstage.ts';
import { Mailbox } from '../e2e/mailbox.ts';
import { makePdf } from '../pdf-samples.ts';
import { storedKeys } from '../proposal-forms.ts';
import { OFFSET_TYPE, toMetadata, TUS } from '../tus-uploads.ts';
import { checkEachImage, killAtEachWrite, type Restarted } from './kill-at-each-write.ts';
import { startKillableServer } from './killable-server.ts';

/** Where the document is split in two. */
const HALF = 400;

let dataDir: string;
let person: SignedIn;
let programs: string[];
let pdf: Buffer;

const start = (env?: Record<string, string>) => startKillableServer(dataDir, env);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-killed-'));
  pdf = await makePdf({ pages: 2 });
  const server = await start();
  const backstage = new Backstage(server.url, new Mailbox(dataDir, null));
  person = await backstage.createApplicant();
  programs = [];
  for (let count = 0; count < 3; count += 1) programs.push((await backstage.createProgram()).id);
  await server.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The calls of the applicant's device; undefined if there was no answer. */
function deviceOf({ url, services }: Restarted) {
  const call = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(url + path, {
      method,
      headers: { ...TUS, authorization: `Bearer ${person.token}`, ...headers },
      ...(body && { body: new Uint8Array(body) }),
    }).catch(() => undefined);
  const begin = (programId: string) =>
    call('POST', '/api/v1/uploads/', {
      'upload-length': String(pdf.length),
      'upload-metadata': toMetadata({ program_id: programId }),
    });
  const send = (at: string, from: number, to?: number) =>
    call(
      'PATCH',
      at,
      { 'content-type': OFFSET_TYPE, 'upload-offset': String(from) },
      pdf.subarray(from, to),
    );
  const head = async (at: string) => (await call('HEAD', at, {}))!;
  return {
    begin,
    send,
    head,
    offset: async (at: string) => Number((await head(at)).headers.get('upload-offset')),
    remove: (at: string) => call('DELETE', at, {}),
    begun: async (programId: string) => (await begin(programId))!.headers.get('location')!,
    /** Only in the process of the test. */
    services: services!,
  };
}
type Device = ReturnType<typeof deviceOf>;

/** Acknowledged bytes are stored, and the rest can be sent; then the document is ready. */
async function goOn(device: Device, at: string, acknowledged: number): Promise<void> {
  const { services } = device;
  const row = () => rowOf(services, at);
  const offset = await device.offset(at);
  expect(offset, 'I1').toBeGreaterThanOrEqual(acknowledged);
  const answer = await device.send(at, offset);
  expect(answer?.status, await answer?.text()).toBe(204);
  await expect.poll(async () => (await row())?.state).toBe('ready');
  const { key, sha256 } = (await row())!;
  expect(sha256, 'I2').toBe(createHash('sha256').update(pdf).digest('hex'));
  const file = await services.files.get(key);
  file?.stream.destroy();
  expect(file?.size, 'I2').toBe(pdf.length);
}

const rowOf = ({ db }: Services, at: string) =>
  db.read
    .selectFrom('draft_documents')
    .selectAll()
    .where('id', '=', at.split('/').at(-1)!)
    .executeTakeFirst();

const kill = <S>(
  prepare: (device: Device) => Promise<S>,
  act: (device: Device, subject: S) => Promise<Response | undefined>,
  check: (device: Device, subject: S, answer: Response | undefined) => Promise<void>,
): Promise<number> => checkEachImage(start, deviceOf, { prepare, act, check }, expectWhole);

test('a creation that replaces an older upload: one of the two exists', async () => {
  const writes = await kill(
    (device) => device.begun(programs[0]!),
    (device) => device.begin(programs[0]!),
    async (device, before, answer) => {
      const after = answer?.headers.get('location');
      if (after) expect(await device.offset(after), 'I1').toBe(0);
      const { read } = device.services.db;
      const rows = await read.selectFrom('draft_documents').select('id').execute();
      expect(rows).toHaveLength(1);
      const isReplaced = (await device.head(before)).status === 404;
      expect(isReplaced || !after, 'I1').toBe(true);
    },
  );
  expect(writes).toBeGreaterThan(0);
});

test('a part of a document: acknowledged bytes are stored', async () => {
  const writes = await kill(
    (device) => device.begun(programs[1]!),
    (device, at) => device.send(at, 0, HALF),
    (device, at, answer) => goOn(device, at, answer?.status === 204 ? HALF : 0),
  );
  expect(writes).toBeGreaterThan(3);
});

test('the last part, with the check: the document is ready in the end', async () => {
  const writes = await kill(
    async (device) => {
      const at = await device.begun(programs[2]!);
      await device.send(at, 0, HALF);
      return at;
    },
    (device, at) => device.send(at, HALF),
    (device, at, answer) => goOn(device, at, answer?.status === 204 ? pdf.length : HALF),
  );
  expect(writes).toBeGreaterThan(5);
});

test('a deleted one is gone, or still there with its bytes', async () => {
  const writes = await kill(
    async (device) => {
      const at = await device.begun(programs[1]!);
      await device.send(at, 0, HALF);
      return at;
    },
    (device, at) => device.remove(at),
    async (device, at, answer) => {
      const { status } = await device.head(at);
      expect(status, 'I1').toBe(answer?.status === 204 ? 404 : status);
      if (status !== 404) await goOn(device, at, HALF);
    },
  );
  expect(writes).toBeGreaterThan(1);
});

test('a process that is really killed leaves what the images show', async () => {
  await killAtEachWrite(
    start,
    deviceOf,
    {
      prepare: (device) => device.begun(programs[1]!),
      act: (device, at) => device.send(at, 0, HALF),
      check: async (device, at) => {
        const offset = await device.offset(at);
        expect((await device.send(at, offset))?.status, 'I1').toBe(204);
      },
    },
    2,
  );
});

/** No file without a row, and an entry for each change. */
async function expectWhole({ services }: Server, folder: string): Promise<void> {
  // What has no row is deleted as soon as it is set aside.
  const later = await openServices(
    readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', SWEEP_KEEP_DAYS: '0' }),
    () => new Date(Date.now() + 7 * 3_600_000),
  );
  await sweepFiles(later).finally(() => later.db.close());
  const { read } = services.db;
  const rows = await read.selectFrom('draft_documents').selectAll().execute();
  const keys = rows.flatMap(({ key, parts, state }) =>
    state === 'ready' ? [key] : parts.map((part) => part.key),
  );
  expect(await storedKeys(services), 'I3').toEqual(keys.sort());
  const entries = await read
    .selectFrom('audit_log')
    .select(['action', 'subject_id'])
    .where('subject', '=', 'upload')
    .execute();
  const ids = (action: string) =>
    entries.filter((entry) => entry.action === action).map(({ subject_id }) => subject_id);
  const created = ids('uploads.create');
  expect(new Set(created).size, 'I6').toBe(created.length);
  expect(created, 'I6').toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
  const ready = ids('uploads.update');
  expect(new Set(ready).size, 'I6').toBe(ready.length);
}
