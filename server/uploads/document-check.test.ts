/** A complete document is checked at once, and its verdict is found whatever happens in between. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storageUnavailable } from '../files/storage-problem.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { insertProgram } from '#tests/factories.ts';
import { cutTo, makePdf, makePdfWithJavaScript } from '#tests/pdf-samples.ts';
import { storedKeys } from '#tests/proposal-forms.ts';
import { beginUpload, headOf, OFFSET_TYPE, offsetOf, patch } from '#tests/tus-uploads.ts';
import { checkUnchecked } from './checking.ts';

describe.each(WORLDS)('on %s', (world) => {
  let app: TestApp;
  let applicant: Person;
  let pdf: Buffer;
  beforeAll(async () => {
    app = await createTestAppIn(world);
    pdf = await makePdf({ pages: 2 });
  });
  afterAll(() => app.close());

  const rowOf = (location: string) =>
    app.services.db.read
      .selectFrom('draft_documents')
      .selectAll()
      .where('id', '=', location.split('/').at(-1)!)
      .executeTakeFirstOrThrow();
  const begin = async (bytes: Buffer, kind = 'pitch_deck') => {
    applicant = await app.signIn();
    const program_id = (await insertProgram(app.services)).id;
    return beginUpload(applicant, { program_id, kind }, bytes.length);
  };
  /** As if the process had died after storing the last byte: nobody checks it. */
  const beginUnchecked = async (bytes: Buffer) => {
    const location = await begin(bytes);
    const get = vi.spyOn(app.services.files, 'get').mockRejectedValue(storageUnavailable('test'));
    const answer = await patch(applicant, location, 0, bytes);
    get.mockRestore();
    return { location, answer };
  };

  test.each([
    ['no PDF', () => Buffer.from('This is a letter.'), /isn’t a PDF\./],
    ['half a PDF', () => cutTo(pdf, 0.5), /is incomplete: its end is missing/],
  ])('%s is refused in words, and its bytes are gone', async (_name, make, words) => {
    const bytes = make();
    const location = await begin(bytes, 'financials');
    const half = Math.floor(bytes.length / 2);
    expect((await patch(applicant, location, 0, bytes.subarray(0, half))).status).toBe(204);
    const { status, body } = await patch(applicant, location, half, bytes.subarray(half));
    expect([status, body.code]).toEqual([415, 'wrong_type']);
    expect(body.message).toMatch(words);
    expect(body.message).toContain('financials');
    expect(await rowOf(location)).toMatchObject({
      state: 'refused',
      message: body.message,
      sha256: null,
      parts: [],
    });
    expect((await storedKeys(app.services)).filter((key) => key.includes(applicant.id))).toEqual(
      [],
    );
    expect(await offsetOf(applicant, location), 'all of it had come').toBe(bytes.length);
    const repeated = await patch(applicant, location, bytes.length, Buffer.alloc(0));
    expect([repeated.status, repeated.body.message]).toEqual([415, body.message]);
  });

  test('a document’s markers for admins are found now', async () => {
    const bytes = await makePdfWithJavaScript();
    const location = await begin(bytes);
    expect((await patch(applicant, location, 0, bytes)).status).toBe(204);
    expect(await rowOf(location)).toMatchObject({ state: 'ready', markers: ['javascript'] });
    expect((await patch(applicant, location, bytes.length, Buffer.alloc(0))).status).toBe(204);
  });

  test('if the store is down the check is postponed: the next request for it is enough', async () => {
    const { location, answer } = await beginUnchecked(pdf);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await rowOf(location)).toMatchObject({ state: 'checking', message: null });
    expect((await headOf(applicant, location)).headers.get('upload-offset')).toBe(
      String(pdf.length),
    );
    await expect.poll(async () => (await rowOf(location)).state).toBe('ready');
  });

  test('so is an empty PATCH, which waits for the verdict, or housekeeping', async () => {
    const first = await beginUnchecked(pdf);
    expect((await patch(applicant, first.location, pdf.length, Buffer.alloc(0))).status).toBe(204);
    expect((await rowOf(first.location)).state).toBe('ready');
    const { location } = await beginUnchecked(cutTo(pdf, 0.5));
    await checkUnchecked(app.services);
    expect((await rowOf(location)).state).toBe('refused');
  });

  test('a client that disconnects during the check finds it done', async () => {
    const location = await begin(pdf);
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const get = vi.spyOn(app.services.files, 'get');
    const wasRead = new Promise<void>((resolve) => {
      const real = app.services.files.get.bind(app.services.files);
      get.mockRestore();
      const spy = vi.spyOn(app.services.files, 'get').mockImplementation(async (key) => {
        socket.destroy();
        resolve();
        spy.mockRestore();
        return real(key);
      });
    });
    socket.write(
      [
        `PATCH ${location} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${applicant.token}`,
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        `Content-Type: ${OFFSET_TYPE}`,
        `Content-Length: ${pdf.length}`,
        '\r\n',
      ].join('\r\n'),
    );
    socket.write(pdf);
    await wasRead;
    await expect.poll(async () => (await rowOf(location)).state).toBe('ready');
  });

  test('a lost part is sent again, and only what follows it', async () => {
    const { location } = await (async () => {
      const at = await begin(pdf);
      await patch(applicant, at, 0, pdf.subarray(0, 100));
      await patch(applicant, at, 100, pdf.subarray(100, 200));
      return { location: at };
    })();
    const { parts } = await rowOf(location);
    await app.services.files.delete(parts[1]!.key);
    const answer = await patch(applicant, location, 200, pdf.subarray(200));
    expect([answer.status, answer.body.code]).toEqual([409, 'offset_differs']);
    expect(await offsetOf(applicant, location)).toBe(100);
    expect((await patch(applicant, location, 100, pdf.subarray(100))).status).toBe(204);
    expect((await rowOf(location)).state).toBe('ready');
  });
});
