/**
 * trust I1 to I7: a submission, an edit and a withdrawal are killed at their first, second … last
 * write; after each restart everything must hold.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openServices } from '#server/services.ts';
import { sweepFiles } from '#server/jobs/housekeeping.ts';
import { Backstage, type NamedItem, type SignedIn } from '../e2e/backstage.ts';
import { Mailbox } from '../e2e/mailbox.ts';
import type { RealServer } from '../e2e/real-server.ts';
import type { Server } from '#server/start.ts';
import { makePdf } from '../pdf-samples.ts';
import { answers, formOf, storedKeys } from '../proposal-forms.ts';
import { checkEachImage, killAtEachWrite } from './kill-at-each-write.ts';
import { startKillableServer } from './killable-server.ts';

let dataDir: string;
let person: SignedIn;
let personId: string;
let program: NamedItem;
let pitchDeck: Buffer;
let otherPitchDeck: Buffer;

const start = (env?: Record<string, string>) => startKillableServer(dataDir, env);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-killed-'));
  [pitchDeck, otherPitchDeck] = [await makePdf({ pages: 2 }), await makePdf({ pages: 3 })];
  const server = await start();
  const backstage = new Backstage(server.url, new Mailbox(dataDir, null));
  person = await backstage.createApplicant();
  program = await backstage.createProgram();
  personId = (await backstage.call<{ id: string }>('GET', '/auth/me', { token: person.token })).id;
  await server.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type ShownProposal = { id: string; business_name: string };

/** The calls of the applicant's device; undefined if there was no answer. */
function deviceOf({ url }: Pick<RealServer, 'url'>) {
  const call = async (
    method: string,
    path: string,
    body: FormData | null = null,
    headers: Record<string, string> = {},
  ) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${person.token}`, ...headers },
    }).catch(() => undefined);
  const read = async <T>(path: string) => (await (await call('GET', path))!.json()) as T;
  return {
    submit: (name: string, key: string) =>
      call(
        'POST',
        '/proposals/',
        formOf(
          answers({
            program_id: program.id,
            business_name: name,
            pitch_deck: pitchDeck,
            financials: pitchDeck,
          }),
        ),
        { 'idempotency-key': key },
      ),
    edit: (id: string, name: string) =>
      call(
        'PATCH',
        `/proposals/${id}`,
        formOf({ business_name: name, pitch_deck: otherPitchDeck }),
      ),
    withdraw: (id: string) => call('DELETE', `/proposals/${id}`),
    called: async (name: string) =>
      (await read<ShownProposal[]>('/proposals/')).filter(
        ({ business_name }) => business_name === name,
      ),
    find: async (id: string) => (await call('GET', `/proposals/${id}`))!,
    /** The digest of what a reader downloads. */
    digest: async (id: string, kind: string) => {
      const { url: link } = await read<{ url: string }>(`/proposals/${id}/documents/${kind}`);
      const file = await fetch(link);
      return file.ok ? digestOf(Buffer.from(await file.arrayBuffer())) : `answers ${file.status}`;
    },
  };
}
type Device = ReturnType<typeof deviceOf>;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const killed = <S>(
  prepare: (device: Device) => Promise<S>,
  act: (device: Device, subject: S) => Promise<Response | undefined>,
  check: (device: Device, subject: S, answer: Response | undefined) => Promise<void>,
): Promise<number> => checkEachImage(start, deviceOf, { prepare, act, check }, expectWhole);

const submission = {
  prepare: async () => ({ name: `Killed ${randomUUID()}`, key: randomUUID() }),
  act: (device: Device, { name, key }: { name: string; key: string }) => device.submit(name, key),
  check: async (
    device: Device,
    { name, key }: { name: string; key: string },
    answer: Response | undefined,
  ) => {
    const before = await device.called(name);
    expect(before.length, 'I1, I4').toBeGreaterThanOrEqual(answer?.status === 201 ? 1 : 0);
    expect((await device.submit(name, key))?.status).toBe(201);
    const after = await device.called(name);
    expect(after, 'I4').toHaveLength(1);
    for (const kind of ['pitch_deck', 'financials'])
      expect(await device.digest(after[0]!.id, kind), 'I2').toBe(digestOf(pitchDeck));
  },
};

test('a submission is complete or absent, and the retry with its key returns the one proposal', async () => {
  expect(await checkEachImage(start, deviceOf, submission, expectWhole)).toBeGreaterThan(5);
});

test('a process that is really killed leaves what the images show', async () => {
  await killAtEachWrite(start, deviceOf, submission, 5);
});

const submitted = async (device: Device) =>
  (await (await device.submit(`Stands ${randomUUID()}`, randomUUID()))!.json()) as ShownProposal;

test('an edit with another document is complete or has not happened', async () => {
  const writes = await killed(
    submitted,
    (device, { id }) => device.edit(id, `Edited ${id}`),
    async (device, { id, business_name }, answer) => {
      const shown = (await (await device.find(id)).json()) as ShownProposal;
      const isEdited = shown.business_name !== business_name;
      expect(isEdited || answer?.status !== 200, 'I1').toBe(true);
      expect(await device.digest(id, 'pitch_deck'), 'I2').toBe(
        digestOf(isEdited ? otherPitchDeck : pitchDeck),
      );
      expect(await device.digest(id, 'financials'), 'I2').toBe(digestOf(pitchDeck));
    },
  );
  expect(writes).toBeGreaterThan(3);
});

test('a withdrawn proposal is deleted, or still complete with its documents', async () => {
  const writes = await killed(
    submitted,
    (device, { id }) => device.withdraw(id),
    async (device, { id }, answer) => {
      const { status } = await device.find(id);
      expect(status, 'I1').toBe(answer?.status === 204 ? 404 : status);
      if (status === 404) return;
      for (const kind of ['pitch_deck', 'financials'])
        expect(await device.digest(id, kind), 'I2').toBe(digestOf(pitchDeck));
    },
  );
  expect(writes).toBeGreaterThan(1);
});

/** No file without a row, an entry for each change, and a receipt for each submission. */
async function expectWhole({ services }: Server, folder: string): Promise<void> {
  // What has no row is deleted as soon as it is set aside.
  const later = await openServices(
    readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', SWEEP_KEEP_DAYS: '0' }),
    () => new Date(Date.now() + 7 * 3_600_000),
  );
  await sweepFiles(later).finally(() => later.db.close());
  const { read } = services.db;
  const documents = await read.selectFrom('documents').select('key').orderBy('key').execute();
  expect(await storedKeys(services, `${personId}/`), 'I3').toEqual(documents.map(({ key }) => key));
  const entries = await read
    .selectFrom('audit_log')
    .select(['action', 'subject_id'])
    .where('subject', '=', 'proposal')
    .execute();
  const ids = (action: string) =>
    entries
      .filter((entry) => entry.action === action)
      .map(({ subject_id }) => subject_id)
      .sort();
  const proposals = (await read.selectFrom('proposals').select('id').execute()).map(({ id }) => id);
  expect([...proposals, ...ids('proposals.delete')].sort(), 'I6').toEqual(ids('proposals.submit'));
  const receipts = await read
    .selectFrom('mails')
    .select('id')
    .where('subject', 'like', 'Your proposal % has been received')
    .execute();
  expect(receipts, 'a receipt for each').toHaveLength(ids('proposals.submit').length);
}
