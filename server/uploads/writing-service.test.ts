/** How much of a request counts if its connection breaks, falls silent or competes with another. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startServer, type Server } from '../start.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import {
  beginUpload,
  checksumOf,
  createUpload,
  headOf,
  OFFSET_TYPE,
  offsetOf,
  patch,
  sendByClient,
} from '#tests/tus-uploads.ts';

describe.each(WORLDS)('on %s', (world) => {
  let app: TestApp;
  let other: Server;
  let applicant: Person;
  let program: string;
  let pdf: Buffer;
  beforeAll(async () => {
    app = await createTestAppIn(world);
    const { dataDir, databaseUrl, s3 } = app.services.config;
    other = await startServer(
      readConfig({
        PORT: '0',
        DATA_DIR: dataDir,
        SAMPLE_DATA: 'off',
        LOG_LEVEL: 'silent',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ...(s3 && {
          S3_ENDPOINT: s3.endpoint,
          S3_BUCKET: s3.bucket,
          S3_REGION: s3.region,
          S3_ACCESS_KEY_ID: s3.accessKeyId,
          S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        }),
      }),
    );
    pdf = await makePdf({ megabytes: 0.5 });
    program = (await insertProgram(app.services)).id;
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const begin = async () => {
    applicant = await app.signIn();
    return beginUpload(applicant, { program_id: program }, pdf.length);
  };
  const rowOf = (location: string) =>
    app.services.db.read
      .selectFrom('draft_documents')
      .selectAll()
      .where('id', '=', location.split('/').at(-1)!)
      .executeTakeFirstOrThrow();

  /** A PATCH that announces more, and stops after `bytes`. */
  async function sendSome(location: string, bytes: Buffer, headers: string[] = []) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      [
        `PATCH ${location} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${applicant.token}`,
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        `Content-Type: ${OFFSET_TYPE}`,
        `Content-Length: ${pdf.length}`,
        ...headers,
        '\r\n',
      ].join('\r\n'),
    );
    socket.write(bytes);
    return socket;
  }
  const isLeased = async (location: string) => (await rowOf(location)).leased_until !== null;
  const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0]).slice(9, 12);

  test('an interrupted request counts as far as it arrived', async () => {
    const location = await begin();
    const socket = await sendSome(location, pdf.subarray(0, 300_000));
    await expect.poll(() => isLeased(location)).toBe(true);
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(300_000);
    socket.end();
    await expect.poll(() => offsetOf(applicant, location)).toBe(300_000);
    expect((await patch(applicant, location, 300_000, pdf.subarray(300_000))).status).toBe(204);
    expect((await rowOf(location)).state).toBe('ready');
  });

  test('with a checksum it counts completely or not at all', async () => {
    const location = await begin();
    const socket = await sendSome(location, pdf.subarray(0, 300_000), [
      `Upload-Checksum: ${checksumOf('sha256', pdf)}`,
    ]);
    await expect.poll(() => isLeased(location)).toBe(true);
    socket.end();
    await expect.poll(() => isLeased(location)).toBe(false);
    expect(await offsetOf(applicant, location)).toBe(0);
  });

  test('of two concurrent requests the second is refused, and told to try again', async () => {
    const location = await begin();
    const socket = await sendSome(location, pdf.subarray(0, 1000));
    await expect.poll(() => isLeased(location)).toBe(true);
    const second = await patch(applicant, location, 0, pdf);
    expect([second.status, second.body.code, second.headers.get('retry-after')]).toEqual([
      423,
      'upload_busy',
      '1',
    ]);
    socket.write(pdf.subarray(1000));
    expect(await answerOf(socket)).toBe('204');
    socket.destroy();
    expect((await rowOf(location)).state).toBe('ready');
  });

  test('a silent connection blocks nobody, and the bytes that it sent are stored', async () => {
    const location = await begin();
    const socket = await sendSome(location, pdf.subarray(0, 1000));
    await expect.poll(() => offsetOf(applicant, location)).toBe(1000);
    const { requests } = await sendByClient(app.url, applicant, { program_id: program }, pdf, {
      uploadUrl: app.url + location,
    }).done;
    expect(requests).toEqual(['HEAD 200', 'PATCH 204']);
    socket.write(pdf.subarray(1000));
    expect(await answerOf(socket), 'and can do no harm when it wakes up').toMatch(/409|413/);
    socket.destroy();
    expect((await rowOf(location)).state).toBe('ready');
  });

  test('what it still sends takes the place of nothing that came meanwhile', async () => {
    const location = await begin();
    const socket = await sendSome(location, pdf.subarray(0, 1000));
    await expect.poll(() => offsetOf(applicant, location)).toBe(1000);
    expect((await patch(applicant, location, 1000, pdf.subarray(1000, 9000))).status).toBe(204);
    socket.write(pdf.subarray(1000));
    expect(await answerOf(socket)).toMatch(/409|413/);
    socket.destroy();
    expect(await offsetOf(applicant, location)).toBe(9000);
    expect((await patch(applicant, location, 9000, pdf.subarray(9000))).status).toBe(204);
    expect((await rowOf(location)).state).toBe('ready');
  });

  test('nor does a dead instance: another continues after a moment', async () => {
    const location = await begin();
    await patch(applicant, location, 0, pdf.subarray(0, 1000));
    const soon = new Date(app.services.clock().getTime() + 3000);
    await app.services.db.read
      .updateTable('draft_documents')
      .set({ leased_until: soon })
      .where('id', '=', location.split('/').at(-1)!)
      .execute();
    await sendByClient(other.url, applicant, { program_id: program }, pdf, {
      uploadUrl: other.url + location,
    }).done;
    expect((await rowOf(location)).state).toBe('ready');
    expect((await headOf(applicant, location)).headers.get('upload-offset')).toBe(
      String(pdf.length),
    );
  });

  describe('while a submission waits for its documents', () => {
    const HOUR_SECONDS = 3600;
    /** The deadline has passed, and a receipt of the draft waits. */
    async function waiting(seconds: number) {
      const location = await begin();
      const { draft_id } = await rowOf(location);
      const { clock, db } = app.services;
      const document = { size: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') };
      await db.read
        .insertInto('receipts')
        .values({
          number: crypto.randomUUID(),
          user_id: applicant.id,
          program_id: program,
          program_title: 'Cocoa',
          draft_id,
          proposal_id: null,
          state: 'waiting_for_documents',
          received_at: clock(),
          completed_at: null,
          complete_until: new Date(clock().getTime() + seconds * 1000),
          answers: '{}',
          documents: JSON.stringify({ pitch_deck: document, financials: document }),
          content_sha256: '',
          signature: '',
          key_id: '',
          message: null,
        })
        .execute();
      await db.read
        .updateTable('programs')
        .set({ deadline_date: clock() })
        .where('id', '=', program)
        .execute();
      return location;
    }
    const create = (kind: string, size = pdf.length) =>
      createUpload(applicant, { program_id: program, kind }, size);

    test('the awaited documents may be uploaded, and no others', async () => {
      const location = await waiting(HOUR_SECONDS);
      expect((await create('financials')).status).toBe(201);
      expect((await patch(applicant, location, 0, pdf)).status).toBe(204);
      expect(await create('pitch_deck')).toMatchObject({
        status: 409,
        body: { code: 'submitting' },
      });
      expect(
        (await applicant.delete(location, { headers: { 'tus-resumable': '1.0.0' } })).status,
      ).toBe(409);
    });

    test('after the grace period the deadline applies again', async () => {
      program = (await insertProgram(app.services)).id;
      await waiting(-1);
      expect(await create('financials')).toMatchObject({
        status: 409,
        body: { code: 'deadline_passed' },
      });
    });
  });
});
