/**
 * docs/trust.md F17: what two instances on one PostgreSQL and one bucket share. Each step goes to
 * the instance that did not get the previous one.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { RATE_LIMITS } from '#domain/constants.ts';
import { readConfig } from '#server/config.ts';
import type { Services } from '#server/context.ts';
import { runDueJobs } from '#server/jobs/schedule.ts';
import { openServices } from '#server/services.ts';
import { personOf, type Person } from '../app.ts';
import { FIELDS } from '../draft-documents.ts';
import { SAMPLE_ADMIN } from '../e2e/backstage.ts';
import { Mailbox } from '../e2e/mailbox.ts';
import { insertProgram, insertUser, PASSWORD, registration } from '../factories.ts';
import { makePdf } from '../pdf-samples.ts';
import { query } from '../servers/sql.ts';
import { createTestDatabase, type TestDatabase } from '../servers/test-database.ts';
import { beginUpload, headOf, offsetOf, patch } from '../tus-uploads.ts';
import { startInstances, type Instances } from './instances.ts';

const lacksPostgres = inject('postgresUrl') === null;

describe.skipIf(lacksPostgres)('two instances share', () => {
  let database: TestDatabase;
  let instances: Instances;
  let services: Services;
  beforeAll(async () => {
    database = await createTestDatabase();
    instances = await startInstances(database.url);
    services = await openServices(
      readConfig({
        ...instances.s3.env,
        DATA_DIR: join(instances.all[0]!.server.dataDir, 'beside'),
        DATABASE_URL: database.url,
        LOG_LEVEL: 'silent',
      }),
    );
  });
  afterAll(async () => {
    await services?.db.close();
    await instances?.stop();
    await database?.stop();
  });

  const urls = () => instances.all.map(({ server }) => server.url) as [string, string];
  const visitors = () => urls().map((url) => personOf(url, '', '')) as [Person, Person];
  /** The same person, as a client of each instance. */
  const onBoth = async (seed: Parameters<typeof insertUser>[1] = {}): Promise<[Person, Person]> => {
    const { id, email, token } = await insertUser(services, seed);
    return urls().map((url) => personOf(url, id, email, token)) as [Person, Person];
  };
  const codeTo = (email: string) => new Mailbox('', instances.smtp).readCode(email);

  test('a code: requested at one, used at the other, and then at neither', async () => {
    const [one, other] = visitors();
    const { email } = (await one.post('/auth/register', registration({ email: 'a@example.com' })))
      .body;
    expect((await other.post('/auth/login', { username: email, password: PASSWORD })).status).toBe(
      200,
    );
    const otp = await codeTo(email);
    const { status, body } = await one.post('/auth/verify-otp', { email, otp });
    expect(status).toBe(200);
    expect((await other.post('/auth/verify-otp', { email, otp })).status).toBe(400);
    expect((await other.get('/auth/me', { token: body.access_token })).status).toBe(200);
    await one.post('/auth/logout', undefined, { token: body.access_token });
    expect((await other.get('/auth/me', { token: body.access_token })).status).toBe(401);
  });

  test('a limit: tries at both count together', async () => {
    const visiting = visitors();
    const guess = (count: number) =>
      visiting[count % 2]!.post('/auth/login', {
        username: SAMPLE_ADMIN.email,
        password: 'Wrong-Trombone-7',
      });
    const statuses: number[] = [];
    for (let count = 0; count < RATE_LIMITS.wrongPasswords + 4; count += 1)
      statuses.push((await guess(count)).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(RATE_LIMITS.wrongPasswords);
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
  });

  test('what is cached: a write at one is seen at the other at once', async () => {
    const [, admin] = await onBoth({ role: 'admin' });
    const [reader] = visitors();
    const program = await insertProgram(services);
    for (let round = 0; round < 20; round += 1) {
      const before = await reader.get(`/programs/${program.id}`);
      const title = `Looms, round ${round}`;
      const etag = before.headers.get('etag')!;
      const changed = await admin.patch(
        `/programs/${program.id}`,
        { title },
        { headers: { 'if-match': etag } },
      );
      expect(changed.status).toBe(200);
      expect((await reader.get(`/programs/${program.id}`)).body.title).toBe(title);
      expect((await reader.get('/programs/?limit=50')).text).toContain(title);
    }
  });

  test('an idempotency key: the same request at both at once is done once', async () => {
    const visiting = visitors();
    const email = 'twice@example.com';
    const input = { first_name: 'Kojo', last_name: 'Asante', email, message: 'When is the trek?' };
    const headers = { 'idempotency-key': 'one-key-for-both', 'x-forwarded-for': '10.9.9.9' };
    const answers = await Promise.all(
      [...visiting, ...visiting].map((visitor) =>
        visitor.post('/contact_forms/', input, { headers }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(
      await query(database.url, 'select id from enquiries where email = $1', [email]),
    ).toHaveLength(1);
  });

  test('the queue of mails: each is sent once', async () => {
    const visiting = visitors();
    const emails = Array.from({ length: 24 }, (_, index) => `mail-${index}@example.com`);
    await Promise.all(
      emails.map(async (email, index) => {
        const headers = { 'x-forwarded-for': `10.7.7.${index + 1}` };
        const visitor = visiting[index % 2]!;
        await visitor.post('/auth/register', registration({ email }), { headers });
        await visitor.post('/auth/login', { username: email, password: PASSWORD }, { headers });
      }),
    );
    const isWaiting = "select 1 from mails where state not in ('sent', 'failed')";
    await expect.poll(async () => (await query(database.url, isWaiting)).length).toBe(0);
    const rows = await query(
      database.url,
      "select recipient from mails where recipient like 'mail-%'",
    );
    const received = instances.smtp.messages.flatMap(({ envelope }) => envelope.to);
    expect(received.filter((address) => address.startsWith('mail-')).sort()).toEqual(
      rows.map(({ recipient }) => recipient).sort(),
    );
    expect(rows.length).toBeGreaterThanOrEqual(emails.length);
  });

  test('the schedule: a job that is due runs once', async () => {
    let runs = 0;
    const job = {
      name: 'count',
      every: 60_000,
      run: async () => void (runs += 1),
    };
    await Promise.all(Array.from({ length: 8 }, () => runDueJobs(services, [job])));
    expect(runs).toBe(1);
  });

  test('an upload: its chunks go to either one, and the draft is submitted', async () => {
    const [one, other] = await onBoth();
    const program = await insertProgram(services);
    await one.put(`/drafts/${program.id}`, { fields: FIELDS });
    const digests: Record<string, { size: number; sha256: string }> = {};
    for (const kind of ['pitch_deck', 'financials']) {
      const pdf = await makePdf({ pages: 2, megabytes: 0.3 });
      digests[kind] = {
        size: pdf.length,
        sha256: createHash('sha256').update(pdf).digest('hex'),
      };
      const at = await beginUpload(one, { program_id: program.id, kind }, pdf.length);
      const piece = Math.ceil(pdf.length / 5);
      for (let from = 0, count = 1; from < pdf.length; from += piece, count += 1) {
        const sender = count % 2 ? other : one;
        const { status } = await patch(sender, at, from, pdf.subarray(from, from + piece));
        expect(status).toBe(204);
        expect(await offsetOf(count % 2 ? one : other, at)).toBe(
          Math.min(from + piece, pdf.length),
        );
      }
    }
    const { status, body } = await other.post(`/drafts/${program.id}/submit`, {
      documents: digests,
    });
    expect([201, 202], JSON.stringify(body)).toContain(status);
    await expect.poll(async () => (await one.get('/proposals/')).body.length).toBe(1);
    const [{ id }] = (await other.get('/proposals/')).body;
    const { url } = (await one.get(`/proposals/${id}/documents/pitch_deck`)).body;
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(digests['pitch_deck']!.sha256);
  });

  test('an upload being written by a killed instance continues at the other', async () => {
    const [one, other] = await onBoth();
    const program = await insertProgram(services);
    const pdf = await makePdf({ pages: 2, megabytes: 1 });
    const half = pdf.length >> 1;
    const at = await beginUpload(other, { program_id: program.id }, pdf.length);
    expect((await patch(one, at, 0, pdf.subarray(0, half))).status).toBe(204);
    const isLeased = 'select 1 from draft_documents where user_id = $1 and leased_until > now()';
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(pdf.subarray(half, half + 1000)),
    });
    const sending = fetch(one.url + at, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${one.token}`,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(half),
      },
      body,
      duplex: 'half',
    } as RequestInit).catch(() => undefined);
    await expect.poll(async () => (await query(database.url, isLeased, [one.id])).length).toBe(1);
    await instances.all[0]!.kill();
    await sending;
    const killedAt = performance.now();
    const goOn = async () => {
      const offset = await offsetOf(other, at);
      expect(offset, 'I1').toBeGreaterThanOrEqual(half);
      return (await patch(other, at, offset, pdf.subarray(offset))).status;
    };
    await expect.poll(goOn, { interval: 500 }).toBe(204);
    console.log(`the other took it after ${Math.round(performance.now() - killedAt)} ms`);
    await expect
      .poll(async () => (await headOf(other, at)).headers.get('upload-offset'))
      .toBe(String(pdf.length));
    await instances.all[0]!.start();
  });
});
