/**
 * trust I1 to I7 for drafts, on both engines: a save, a submission and its completion are killed at
 * their first, second … last write; after each restart everything must hold.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Server } from '#server/start.ts';
import type { Services } from '#server/context.ts';
import { openServices } from '#server/services.ts';
import type { Person } from '../app.ts';
import { FIELDS, placeDocument, twoDocuments } from '../draft-documents.ts';
import { Backstage, type SignedIn } from '../e2e/backstage.ts';
import { Mailbox } from '../e2e/mailbox.ts';
import { insertProgram } from '../factories.ts';
import { storedKeys } from '../proposal-forms.ts';
import { createTestDatabase } from '../servers/test-database.ts';
import { checkEachImage, killAtEachWrite, type Restarted } from './kill-at-each-write.ts';
import { startKillableServer } from './killable-server.ts';

let dataDir: string;
let database: Record<string, string>;
let services: Services;
let applicant: SignedIn & Person;
let documents: Awaited<ReturnType<typeof twoDocuments>>;

const start = (env?: Record<string, string>) =>
  startKillableServer(dataDir, { ...database, ...env });

type Engine = 'SQLite' | 'PostgreSQL';

/**
 * PGlite has one session for all: a process that dies in a transaction would leave it to the next.
 */
const hasPostgres = inject('postgresUrl') !== null;

type Call = { status: number; body: any };
type Device = ReturnType<typeof deviceOf>;

/** The calls of the applicant's device; undefined if there was no answer. */
function deviceOf({ url }: Restarted) {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Call | undefined> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${applicant.token}`,
        'content-type': 'application/json',
        ...headers,
      },
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    return answer && text !== undefined
      ? { status: answer.status, body: text && JSON.parse(text) }
      : undefined;
  };
  return {
    call,
    save: (programId: string, fields: object) => call('PUT', `/drafts/${programId}`, { fields }),
    submit: (programId: string) =>
      call('POST', `/drafts/${programId}/submit`, { documents: documents.digests }),
    proposalsFor: async (programId: string): Promise<any[]> =>
      (await call('GET', '/proposals/'))!.body.filter(
        ({ program_id }: { program_id: string }) => program_id === programId,
      ),
  };
}

async function open(engine: Engine): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-killed-submit-'));
  database = engine === 'PostgreSQL' ? { DATABASE_URL: (await createTestDatabase()).url } : {};
  documents = await twoDocuments();
  const server = await start();
  const person = await new Backstage(server.url, new Mailbox(dataDir, null)).createApplicant();
  applicant = person as SignedIn & Person;
  applicant.id = (await deviceOf(server).call('GET', '/auth/me'))!.body.id;
  await server.stop();
  services = await openServices(
    readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...database }),
  );
}

async function close(): Promise<void> {
  await services.db.close();
  rmSync(dataDir, { recursive: true, force: true });
}

const place = async (programId: string) => {
  await placeDocument(services, applicant, programId, 'pitch_deck', documents.pitchDeck);
  await placeDocument(services, applicant, programId, 'financials', documents.financials);
};

async function newDraft(device: Device): Promise<string> {
  const { id } = await insertProgram(services);
  expect((await device.save(id, FIELDS))?.status).toBe(200);
  return id;
}

/** Exactly one proposal, with the announced documents. */
async function expectOneProposal(device: Device, programId: string): Promise<void> {
  const [proposal, ...others] = await device.proposalsFor(programId);
  expect(others, 'I4').toEqual([]);
  expect((await device.call('GET', `/drafts/${programId}`))?.status).toBe(404);
  for (const kind of ['pitch_deck', 'financials'] as const) {
    const link = await device.call('GET', `/proposals/${proposal.id}/documents/${kind}`);
    const bytes = new Uint8Array(await (await fetch(link!.body.url)).arrayBuffer());
    expect(bytes.length, 'I2').toBe(documents.digests[kind].size);
  }
  const receipt = await device.call('GET', `/receipts/${proposal.receipt_number}`);
  expect(receipt?.body).toMatchObject({ state: 'complete', received_at: proposal.received_at });
}

/** Each file has its row, each change its entry. */
async function expectWhole(whole: Services): Promise<void> {
  const { read } = whole.db;
  const rows = [
    ...(await read.selectFrom('documents').select('key').execute()),
    ...(await read.selectFrom('draft_documents').select('key').execute()),
  ];
  expect(await storedKeys(whole, `${applicant.id}/`), 'I2, I3').toEqual(
    rows.map(({ key }) => key).sort(),
  );
  const entries = await read
    .selectFrom('audit_log')
    .select('subject_id')
    .where('action', '=', 'proposals.submit')
    .execute();
  const proposals = (await read.selectFrom('proposals').select('id').execute()).map(({ id }) => id);
  expect(entries.map(({ subject_id }) => subject_id).sort(), 'I6').toEqual(proposals.sort());
  const receipts = await read.selectFrom('receipts').select(['state', 'proposal_id']).execute();
  expect(receipts.map(({ proposal_id }) => proposal_id).sort()).toEqual(proposals.sort());
}

const save = {
  prepare: async () => (await insertProgram(services)).id,
  act: (device: Device, programId: string) => device.save(programId, FIELDS),
  check: async (device: Device, programId: string, answer: Call | undefined) => {
    const draft = await device.call('GET', `/drafts/${programId}`);
    expect(draft?.status, 'I1').toBe(answer?.status ?? draft?.status);
    if (draft?.status === 200) expect(draft.body.fields).toEqual(FIELDS);
  },
};

const submission = {
  prepare: async (device: Device) => {
    const programId = await newDraft(device);
    await place(programId);
    return programId;
  },
  act: (device: Device, programId: string) => device.submit(programId),
  check: async (device: Device, programId: string, answer: Call | undefined) => {
    const before = await device.proposalsFor(programId);
    expect(before.length, 'I1').toBeGreaterThanOrEqual(answer?.status === 201 ? 1 : 0);
    expect((await device.submit(programId))?.status).toBe(201);
    await expectOneProposal(device, programId);
  },
};

type Announced = { programId: string; number: string };
const completion = {
  prepare: async (device: Device): Promise<Announced> => {
    const programId = await newDraft(device);
    const { status, body } = (await device.submit(programId))!;
    expect(status).toBe(202);
    await place(programId);
    return { programId, number: body.number };
  },
  // Submitting again checks whether everything has arrived.
  act: (device: Device, { programId }: Announced) => device.submit(programId),
  check: async (device: Device, { programId, number }: Announced) => {
    await expect
      .poll(async () => (await device.call('GET', `/receipts/${number}`))?.body.state)
      .toBe('complete');
    await expectOneProposal(device, programId);
  },
};

describe('on SQLite', () => {
  beforeAll(() => open('SQLite'));
  afterAll(close);
  const checked = <S>(act: Parameters<typeof checkEachImage<Device, S, Call | undefined>>[2]) =>
    checkEachImage(start, deviceOf, act, (restarted: Server) => expectWhole(restarted.services));

  test('an acknowledged save is stored', async () => {
    expect(await checked(save)).toBeGreaterThan(0);
  });

  test('a submission with both documents is complete or absent; repeating it returns the same one', async () => {
    expect(await checked(submission)).toBeGreaterThan(0);
  });

  test('an issued receipt is completed once, whichever process died', async () => {
    expect(await checked(completion)).toBeGreaterThan(0);
  });

  test('a process that is really killed leaves what the images show', async () => {
    await killAtEachWrite(start, deviceOf, submission, 2);
  });
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  beforeAll(() => open('PostgreSQL'));
  afterAll(close);

  test('an acknowledged save is stored', async () => {
    expect(await killAtEachWrite(start, deviceOf, save)).toBeGreaterThan(0);
  });

  test('a submission with both documents is complete or absent; repeating it returns the same one', async () => {
    expect(await killAtEachWrite(start, deviceOf, submission)).toBeGreaterThan(0);
  });

  test('an issued receipt is completed once, whichever process died', async () => {
    expect(await killAtEachWrite(start, deviceOf, completion)).toBeGreaterThan(0);
  });

  test('afterwards: each file has its row, each change its entry', () => expectWhole(services));
});
