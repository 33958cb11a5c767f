/** What the embedded database can lose in a loss of power, and what it cannot: trust I1. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { watchDisk } from '#tests/disk-power.ts';
import { fillDraft } from '#tests/draft-documents.ts';
import { insertProgram } from '#tests/factories.ts';
import { query } from '#tests/servers/sql.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { DATABASE_FILE, type Executor } from './open.ts';

type Disk = Awaited<ReturnType<typeof watchDisk>>;

let app: TestApp;
let disk: Disk;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const watch = async () => {
  disk = await watchDisk(app.services.config.dataDir);
};
afterEach(() => disk?.stop());

const insert = (name: string) => (tx: Executor) =>
  tx.insertInto('secrets').values({ name, value: 'here' }).execute();

/** The result of a query on the database as a loss of power at this moment would leave it. */
function afterLoss(question: string): unknown[] {
  const database = new DatabaseSync(join(disk.lose(), DATABASE_FILE));
  try {
    expect(database.prepare('pragma integrity_check').all(), 'I7').toEqual([
      { integrity_check: 'ok' },
    ]);
    return database.prepare(question).all();
  } finally {
    database.close();
  }
}
const secretsLike = (name: string) =>
  afterLoss(`select name from secrets where name like '${name}-%' order by name`).map(
    (row) => (row as { name: string }).name,
  );

/** Whether it has resolved after many iterations of the event loop. */
async function isAnswered(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  const note = () => void (isDone = true);
  promise.then(note, note);
  for (let count = 0; count < 50; count += 1) await turn();
  return isDone;
}

test('what was acknowledged is there; what nobody was told of may be gone, until the next one takes it along', async () => {
  await watch();
  const { db } = app.services;
  await db.write(insert('loss-1'));
  await db.writeUnsynced(insert('loss-2'));
  expect(secretsLike('loss')).toEqual(['loss-1']);
  await db.read.insertInto('secrets').values({ name: 'loss-3', value: 'here' }).execute();
  expect(secretsLike('loss')).toEqual(['loss-1', 'loss-2', 'loss-3']);
});

test('a proposal that was answered is there whole; that its mail has been claimed may be gone, and it is sent again', async () => {
  const applicant = await app.signIn();
  const { id } = await insertProgram(app.services);
  const { digests } = await fillDraft(app.services, applicant, id);
  await watch();
  const { status, body } = await applicant.post(`/drafts/${id}/submit`, { documents: digests });
  expect(status).toBe(201);
  const survivors = afterLoss(`select p.id, r.state as receipt, m.state as mail, m.tries,
    (select count(*) from documents d where d.proposal_id = p.id) as documents,
    (select count(*) from audit_log a where a.subject_id = p.id and a.action = 'proposals.submit') as entries,
    (select count(*) from drafts where program_id = p.program_id) as drafts
    from proposals p join receipts r on r.proposal_id = p.id
    join mails m on m.recipient = '${applicant.email}'`);
  expect(survivors).toEqual([
    {
      id: body.id,
      receipt: 'complete',
      mail: 'queued',
      tries: 0,
      documents: 2,
      entries: 1,
      drafts: 0,
    },
  ]);
});

test('while the disk is busy nobody is told of what it does not have yet, and one sync serves all who wait', async () => {
  await watch();
  const { db } = app.services;
  const begun = disk.syncs();
  const release = disk.hold();
  const first = db.write(insert('held-0'));
  expect(await isAnswered(first)).toBe(false);
  const laterWrites = [1, 2, 3, 4].map((number) => db.write(insert(`held-${number}`)));
  const reader = app.visitor.get('/programs/?q=nothing-like-it');
  expect(await isAnswered(Promise.race([...laterWrites, reader]))).toBe(false);
  // The rows can be read inside the process, so that others can continue with their work.
  const rows = await db.read
    .selectFrom('secrets')
    .select('name')
    .where('name', 'like', 'held-%')
    .execute();
  expect(rows.length).toBe(5);
  expect(secretsLike('held')).toEqual([]);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  release();
  await Promise.all([first, ...laterWrites]);
  expect((await reader).status).toBe(200);
  expect(disk.syncs() - begun).toBe(2);
  expect(secretsLike('held').length).toBe(5);
});

test('a repeated key is not told of a first answer that the disk has refused', async () => {
  const applicant = await app.signIn();
  const { id } = await insertProgram(app.services);
  const { digests } = await fillDraft(app.services, applicant, id);
  await watch();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const submit = async () =>
    (await applicant.post(`/drafts/${id}/submit`, { documents: digests }, { headers })).status;
  disk.fail(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fdatasync' }));
  expect([await submit(), await submit()]).toEqual([503, 503]);
  disk.fail(undefined);
  expect(await submit()).toBe(201);
  expect(afterLoss(`select count(*) as count from proposals where program_id = '${id}'`)).toEqual([
    { count: 1 },
  ]);
});

describe('a disk that does not take what is synced', () => {
  let applicant: Person;
  let programId: string;
  beforeAll(async () => {
    applicant = await app.signIn();
    programId = (await insertProgram(app.services)).id;
  });
  const save = (name: string) =>
    applicant.put(`/drafts/${programId}`, { fields: { business_name: name } });

  test('a write is 503, reading goes on, and it recovers alone', async () => {
    await watch();
    expect((await save('Before')).status).toBe(200);
    disk.fail(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fdatasync' }));
    const refused = await save('Lost or not');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect((await save('Neither')).status).toBe(503);
    expect((await applicant.get('/programs/')).status).toBe(200);
    disk.fail(undefined);
    expect((await save('After')).status).toBe(200);
    expect(afterLoss(`select business_name from drafts where program_id = '${programId}'`)).toEqual(
      [{ business_name: 'After' }],
    );
  });
});

test.skipIf(inject('postgresUrl') === null)(
  'PostgreSQL waits for its disk, but for the same few',
  async () => {
    const { url } = await createTestDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(url, `alter database ${name} set synchronous_commit = on`);
    const other = await createTestApp({ DATABASE_URL: url });
    try {
      const { db } = other.services;
      const level = async (tx: Executor) =>
        (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(tx)).rows[0]!
          .synchronous_commit;
      expect([await db.write(level), await db.writeUnsynced(level), await db.write(level)]).toEqual(
        ['on', 'off', 'on'],
      );
    } finally {
      await other.close();
    }
  },
);
