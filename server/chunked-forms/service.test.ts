import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeRows, sweepFiles } from '#server/jobs/housekeeping.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { createTestAppOn } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { cutTo, makePdf } from '#tests/pdf-samples.ts';
import { formOf, storedKeys, submissionTo, submit } from '#tests/proposal-forms.ts';
import { startS3, type S3Server } from '#tests/servers/s3.ts';
import { digest, openUpload, putChunk, wholeForm, type WholeForm } from '#tests/upload-forms.ts';

const HOUR_SECONDS = 3600;
/** After the end of a form nobody reads on. */
const PADDING = Buffer.from('\r\n');

describe.each(['SQLite and disk', 'PostgreSQL and S3'] as const)('on %s', (world) => {
  let app: TestApp;
  let s3: S3Server | undefined;
  let applicant: Person;
  let programId: string;
  let pitchDeck: Buffer;

  beforeAll(async () => {
    if (world === 'PostgreSQL and S3') s3 = await startS3();
    app = s3 ? await createTestAppOn('postgres', s3.env) : await createTestApp();
    applicant = await app.signIn();
    programId = (await insertProgram(app.services)).id;
    pitchDeck = await makePdf({ megabytes: 1, pages: 3 });
  });
  afterAll(async () => {
    await app.close();
    await s3?.stop();
  });

  const submission = async (fields: Record<string, string | Buffer> = {}) =>
    wholeForm(await submissionTo(programId, { pitch_deck: pitchDeck, ...fields }));

  const open = (form: WholeForm, key: string, person = applicant, call?: string) =>
    openUpload(person, form, key, call);
  const put = (id: string, start: number, bytes: Uint8Array<ArrayBuffer>, person = applicant) =>
    putChunk(app, person, id, start, bytes);
  const slice = ({ bytes }: WholeForm, from: number, to?: number) =>
    new Uint8Array(bytes.subarray(from, to));
  const finish = (id: string, key: string, headers: Record<string, string> = {}) =>
    applicant.post(`/chunked-forms/${id}/finish`, undefined, {
      token: applicant.token,
      headers: { 'idempotency-key': key, ...headers },
    });
  const sendAll = async (form: WholeForm, key = randomUUID()) => {
    const { id } = (await open(form, key)).body;
    await put(id, 0, slice(form, 0));
    return { id, key };
  };
  const chunks = () => storedKeys(app.services, 'uploads/');

  test('a submission comes in pieces, and what is stored is what was sent', async () => {
    const [form, key] = [await submission({ business_name: 'Sent in pieces' }), randomUUID()];
    const opened = await open(form, key);
    expect([opened.status, opened.body]).toEqual([
      201,
      { id: opened.body.id, offset: 0, size: form.bytes.length },
    ]);
    const { id } = opened.body;
    expect((await put(id, 0, slice(form, 0, 300_000))).body.offset).toBe(300_000);
    expect((await open(form, key)).body, 'asked again after a reload').toEqual({
      id,
      offset: 300_000,
      size: form.bytes.length,
    });
    expect((await finish(id, key)).status, 'too early').toBe(409);
    expect((await put(id, 300_000, slice(form, 300_000))).body.offset).toBe(form.bytes.length);
    const { status, body, headers } = await finish(id, key);
    expect([status, body.business_name, headers.get('etag')]).toEqual([
      201,
      'Sent in pieces',
      '"1"',
    ]);
    const link = (await applicant.get(`/proposals/${body.id}/documents/pitch_deck`)).body.url;
    expect(digest(Buffer.from(await (await fetch(link)).arrayBuffer()))).toBe(digest(pitchDeck));
    expect(await chunks()).toEqual([]);
    const again = await finish(id, key);
    expect(
      [again.status, again.body, again.headers.get('etag')],
      'the answer got lost on the way',
    ).toEqual([201, body, '"1"']);
    expect((await open(form, key)).body.offset).toBe(form.bytes.length);
    expect(
      (
        await applicant.post(
          '/proposals/',
          await submissionTo(programId, { business_name: 'Other words' }),
          { headers: { 'idempotency-key': key } },
        )
      ).status,
      'the key is used up for other content',
    ).toBe(422);
    expect(readdirSync(app.services.stagingDir)).toEqual([]);
  });

  test('a line that breaks within a piece loses nothing of what had come', async () => {
    const [form, key] = [await submission(), randomUUID()];
    const { id } = (await open(form, key)).body;
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `PUT /api/v1/chunked-forms/${id}/0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${applicant.token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 500000\r\n\r\n`,
    );
    socket.write(slice(form, 0, 200_000));
    await expect.poll(() => readdirSync(app.services.stagingDir).length).toBe(1);
    socket.end();
    await expect.poll(async () => (await open(form, key)).body.offset).toBe(200_000);
    expect((await put(id, 200_000, slice(form, 200_000))).body.offset).toBe(form.bytes.length);
    expect((await finish(id, key)).status).toBe(201);
  });

  test('bytes that begin elsewhere, come late or twice change nothing, and the answer says where to go on', async () => {
    const [form, key] = [await submission(), randomUUID()];
    const { id } = (await open(form, key)).body;
    expect((await put(id, 100_000, slice(form, 100_000, 200_000))).body.offset).toBe(0);
    const twice = await Promise.all([
      put(id, 0, slice(form, 0, 50_000)),
      put(id, 0, slice(form, 0, 100_000)),
    ]);
    const here = (await open(form, key)).body.offset;
    expect([50_000, 100_000]).toContain(here);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await put(id, 0, slice(form, 0, 50_000))).body.offset).toBe(here);
    expect(
      (await put(id, here, new Uint8Array(form.bytes.length))).status,
      'more than was announced',
    ).toBe(413);
    await put(id, here, slice(form, here));
    expect((await finish(id, key)).status).toBe(201);
  });

  test('two who finish at the same moment make one proposal', async () => {
    const { id, key } = await sendAll(
      await submission({ business_name: `Finished twice ${world}` }),
    );
    const statuses = (await Promise.all([finish(id, key), finish(id, key), finish(id, key)])).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    await expect.poll(async () => (await finish(id, key)).status).toBe(201);
    expect((await applicant.get('/proposals/?q=Finished%20twice')).body).toHaveLength(1);
  });

  test('a finish whose instance died is taken up by the next try, soon', async () => {
    const { id, key } = await sendAll(await submission());
    const until = new Date(app.services.clock().getTime() + 15_000);
    await app.services.db.read
      .updateTable('uploads')
      .set({ finishing_until: until })
      .where('id', '=', id)
      .execute();
    expect(await finish(id, key)).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    app.pass(16);
    expect((await finish(id, key)).status).toBe(201);
  });

  test('pieces are bounded, however small they are', async () => {
    const [form, key] = [await submission(), randomUUID()];
    const { id } = (await open(form, key)).body;
    const chunks = Array.from({ length: 1000 }, (_, start) => ({
      upload_id: id,
      start,
      size: 1,
      key: randomUUID(),
    }));
    await app.services.db.read.insertInto('upload_pieces').values(chunks).execute();
    expect((await put(id, 1000, slice(form, 1000, 1001))).status).toBe(409);
  });

  test('the first byte counts: begun before the deadline it may end after it, begun later it may not', async () => {
    const program = await insertProgram(app.services, {
      deadline_date: new Date(app.services.clock().getTime() + 60_000),
    });
    const form = await wholeForm(await submissionTo(program.id));
    const { id, key } = await sendAll(form);
    app.pass(120);
    expect((await finish(id, key)).status).toBe(201);
    const late = await sendAll(form);
    expect(await finish(late.id, late.key)).toMatchObject({
      status: 409,
      body: { code: 'deadline_passed' },
    });
  });

  test('what the call refuses is said as ever, and the same bytes can be tried again', async () => {
    const { id, key } = await sendAll(
      await submission({ financials: cutTo(await makePdf(), 0.5), business_name: 'Half a file' }),
    );
    for (let index = 0; index < 2; index += 1)
      expect(await finish(id, key)).toMatchObject({
        status: 415,
        body: { code: 'wrong_type', message: expect.stringContaining('financial') },
      });
    expect((await applicant.get('/proposals/?q=Half%20a%20file')).body).toEqual([]);
  });

  test('an edit comes in pieces too, guarded by its version', async () => {
    const { proposal, etag } = await submit(app.services, applicant, { program_id: programId });
    const form = await wholeForm(
      formOf({ business_name: 'Edited in pieces', pitch_deck: pitchDeck }),
    );
    const key = randomUUID();
    const { id } = (await open(form, key, applicant, `PATCH /proposals/${proposal.id}`)).body;
    await put(id, 0, slice(form, 0));
    expect((await finish(id, key, { 'if-match': '"9"' })).status).toBe(412);
    const { status, body, headers } = await finish(id, key, { 'if-match': etag });
    expect([status, body.business_name, headers.get('etag')]).toEqual([
      200,
      'Edited in pieces',
      '"2"',
    ]);
  });

  test('nobody else sees, feeds or finishes it', async () => {
    const [form, key, other] = [await submission(), randomUUID(), await app.signIn()];
    const { id } = (await open(form, key)).body;
    expect((await put(id, 0, slice(form, 0, 1000), other)).status).toBe(404);
    expect((await other.post(`/chunked-forms/${id}/finish`)).status).toBe(404);
    expect((await open(form, key, other)).body.id, 'a key belongs to its person').not.toBe(id);
    expect((await open(form, key)).body.offset).toBe(0);
  });

  test('other content under the same key begins anew, and only four uploads wait for one person', async () => {
    const person = await app.signIn();
    const [form, changed] = [
      await submission(),
      await submission({ business_name: 'Changed my mind' }),
    ];
    const opened = (await open(form, 'same', person)).body;
    await put(opened.id, 0, slice(form, 0, 1000), person);
    const anew = (await open(changed, 'same', person)).body;
    expect([anew.id === opened.id, anew.offset]).toEqual([false, 0]);
    expect((await put(opened.id, 1000, slice(form, 1000), person)).status).toBe(404);
    for (const key of ['two', 'three', 'four', 'five']) await open(form, key, person);
    expect((await put(anew.id, 0, slice(changed, 0, 10), person)).status).toBe(404);
    const rows = await app.services.db.read
      .selectFrom('uploads')
      .select('key')
      .where('user_id', '=', person.id)
      .execute();
    expect(rows.map(({ key }) => key).sort()).toEqual(['five', 'four', 'three', 'two']);
  });

  test.each(['lost', 'longer', 'shorter'])(
    'pieces that are %s, as after a restored backup, are said, and the sender begins again',
    async (how) => {
      const form = await submission();
      const { id, key } = await sendAll(form);
      for (const lost of await chunks()) {
        const bytes =
          how === 'longer' ? Buffer.concat([form.bytes, PADDING]) : form.bytes.subarray(2);
        const path = join(app.services.stagingDir, randomUUID());
        writeFileSync(path, bytes);
        const facts = { size: bytes.length, sha256: digest(bytes), contentType: 'x/y' };
        if (how === 'lost') await app.services.files.delete(lost);
        else await app.services.files.put(lost, path, facts);
      }
      expect(await finish(id, key)).toMatchObject({
        status: 404,
        body: { message: 'What was sent earlier is no longer here. Please send it again.' },
      });
      expect((await open(form, key)).body.offset).toBe(0);
    },
  );

  test('after six hours nothing of an upload is left', async () => {
    const [form, key] = [await submission(), randomUUID()];
    const { id } = (await open(form, key)).body;
    await put(id, 0, slice(form, 0, 1000));
    await sweepFiles(app.services);
    expect(await chunks(), 'the sweep knows what is still wanted').not.toEqual([]);
    app.pass(6 * HOUR_SECONDS + 1);
    applicant = await app.signIn();
    expect((await put(id, 1000, slice(form, 1000))).status).toBe(404);
    await purgeRows(app.services);
    app.pass(6 * HOUR_SECONDS + 1);
    await sweepFiles(app.services);
    expect(await chunks()).toEqual([]);
  });
});
