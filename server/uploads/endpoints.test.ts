/** The protocol header by header: what is refused, and how. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import {
  base64,
  beginUpload,
  checksumOf,
  createUpload,
  headOf,
  locationOf,
  metadataOf,
  OFFSET_TYPE,
  offsetOf,
  patch,
  toMetadata,
  TUS,
} from '#tests/tus-uploads.ts';

const MB = 1_048_576;

describe.each(WORLDS)('on %s', (world) => {
  let app: TestApp;
  let applicant: Person;
  let program: string;
  let pdf: Buffer;
  beforeAll(async () => {
    app = await createTestAppIn(world);
    applicant = await app.signIn();
    program = (await insertProgram(app.services)).id;
    pdf = await makePdf();
  });
  afterAll(() => app.close());

  const begin = () => beginUpload(applicant, { program_id: program }, pdf.length);

  test('OPTIONS tells everybody what is supported', async () => {
    for (const path of ['/uploads/', '/uploads', `/uploads/${randomUUID()}`]) {
      const { status, headers } = await app.visitor.ask('OPTIONS', path);
      expect([status, ...names(headers)]).toEqual([
        204,
        '1.0.0',
        '1.0.0',
        'creation,creation-with-upload,expiration,termination,checksum',
        String(20 * MB),
        'sha256,sha1',
      ]);
    }
  });
  const names = (headers: Headers) =>
    ['resumable', 'version', 'extension', 'max-size', 'checksum-algorithm'].map((name) =>
      headers.get(`tus-${name}`),
    );

  test('a creation returns the location, the expiry, and an offset of zero', async () => {
    const { status, headers, text } = await createUpload(
      applicant,
      { program_id: program, filename: 'Übersicht 2026.pdf' },
      pdf.length,
    );
    expect([status, text, headers.get('tus-resumable'), headers.get('upload-offset')]).toEqual([
      201,
      '',
      '1.0.0',
      '0',
    ]);
    expect(headers.get('location')).toMatch(/^\/api\/v1\/uploads\/[0-9a-f-]{36}$/);
    expect(headers.get('upload-expires')).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
    const state = await headOf(applicant, headers.get('location')!);
    expect(state.status).toBe(200);
    expect(Object.fromEntries(state.headers)).toMatchObject({
      'upload-offset': '0',
      'upload-length': String(pdf.length),
      'upload-metadata': toMetadata({ program_id: program, filename: 'Übersicht 2026.pdf' }),
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    });
  });

  const metadata = (pairs: Record<string, string>) => ({ 'upload-metadata': metadataOf(pairs) });
  test.each([
    ['no metadata', () => ({ 'upload-metadata': '' })],
    ['no program', () => metadata({ kind: 'pitch_deck', filename: 'a.pdf' })],
    ['no kind', () => metadata({ program_id: program, filename: 'a.pdf' })],
    [
      'another kind',
      () => metadata({ program_id: program, kind: 'business_plan', filename: 'a.pdf' }),
    ],
    ['no name', () => metadata({ program_id: program, kind: 'pitch_deck' })],
    [
      'an endless name',
      () => metadata({ program_id: program, kind: 'pitch_deck', filename: 'a'.repeat(256) }),
    ],
    [
      'NUL in a name',
      () => metadata({ program_id: program, kind: 'pitch_deck', filename: 'a\u0000.pdf' }),
    ],
    ['what is no Base64', () => ({ 'upload-metadata': `program_id ${program}` })],
    [
      'what is no UTF-8',
      () => ({
        'upload-metadata': `${toMetadata({ program_id: program })},x ${Buffer.from([255]).toString('base64')}`,
      }),
    ],
    [
      'a key twice',
      () => ({ 'upload-metadata': `${toMetadata({ program_id: program })},kind ${base64('x')}` }),
    ],
  ])('%s is 422', async (_name, headers) => {
    const answer = await createUpload(applicant, { program_id: program }, 10, headers());
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(Object.keys(answer.body.fields).length).toBeGreaterThan(0);
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
  });

  test('a file without a size, too large or empty is refused at its creation', async () => {
    const create = (size: number | string) =>
      createUpload(applicant, { program_id: program }, size);
    for (const size of ['', 'much', '-1', '1.5', '0x10', '9'.repeat(20)])
      expect((await create(size)).status, size).toBe(400);
    expect((await create(20 * MB)).status).toBe(201);
    expect(await create(20 * MB + 1)).toMatchObject({
      status: 413,
      body: {
        message: 'The pitch deck is larger than 20 MB. Choose a smaller file and try again.',
      },
    });
    expect(await create(0)).toMatchObject({
      status: 415,
      body: { message: 'The pitch deck file is empty. Choose a PDF file.' },
    });
  });

  test.each([
    ['a part to be joined', { 'upload-concat': 'partial' }],
    ['a joined file', { 'upload-concat': 'final;/api/v1/uploads/a /api/v1/uploads/b' }],
    ['a size that follows later', { 'upload-defer-length': '1' }],
  ])('%s, which OPTIONS does not name, is refused instead of misread', async (_, headers) => {
    const document = { program_id: program };
    const before = (await applicant.get('/drafts/')).text;
    const { status, body } = await createUpload(applicant, document, pdf.length, headers);
    expect([status, body.message]).toEqual([
      400,
      'Send each file as one upload, and say at its beginning how large it is.',
    ]);
    expect((await applicant.get('/drafts/')).text).toBe(before);
  });

  test('an unknown program is 404, a closed one 409', async () => {
    const create = (program_id: string) => createUpload(applicant, { program_id }, 10);
    for (const id of [randomUUID(), 'nonsense'])
      expect(await create(id)).toMatchObject({
        status: 404,
        body: { message: 'Program not found' },
      });
    const closed = await insertProgram(app.services, { deadline_date: new Date() });
    expect(await create(closed.id)).toMatchObject({
      status: 409,
      body: { code: 'deadline_passed' },
    });
    const drafts = await app.services.db.read
      .selectFrom('drafts')
      .select('id')
      .where('program_id', '=', closed.id)
      .execute();
    expect(drafts, 'and no draft is made').toEqual([]);
  });

  test('without the version of the protocol, or with another, 412', async () => {
    const location = await begin();
    for (const version of [undefined, '0.2.2']) {
      const headers = version ? { 'tus-resumable': version } : undefined;
      const answers = [
        await applicant.post('/uploads/', undefined, { ...(headers && { headers }) }),
        await applicant.ask('HEAD', location, undefined, { ...(headers && { headers }) }),
        await applicant.delete(location, { ...(headers && { headers }) }),
        await applicant.ask('PATCH', location, new Blob(['x']), {
          headers: { 'content-type': OFFSET_TYPE, 'upload-offset': '0', ...headers },
        }),
      ];
      for (const answer of answers)
        expect([
          answer.status,
          answer.headers.get('tus-resumable'),
          answer.headers.get('tus-version'),
        ]).toEqual([412, '1.0.0', '1.0.0']);
    }
  });

  test('missing permissions are refused with the headers of tus too', async () => {
    const admin = await app.signIn({ role: 'admin' });
    for (const [person, status] of [
      [app.visitor, 401],
      [admin, 403],
    ] as const) {
      const answer = await createUpload(person, { program_id: program }, 10);
      expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([status, '1.0.0']);
    }
  });

  test('bytes of another type are 415, at another offset 409, without one 400', async () => {
    const location = await begin();
    for (const type of ['application/octet-stream', 'application/pdf', 'application/json'])
      expect(
        (await patch(applicant, location, 0, pdf, { 'content-type': type })).status,
        type,
      ).toBe(415);
    expect(await patch(applicant, location, 1, pdf.subarray(1))).toMatchObject({
      status: 409,
      body: { code: 'offset_differs' },
    });
    for (const offset of ['', '-1', 'x'])
      expect((await patch(applicant, location, offset, pdf)).status).toBe(400);
    expect(await offsetOf(applicant, location)).toBe(0);
  });

  test('a checksum is compared, and differing bytes are not stored', async () => {
    const location = await begin();
    const [first, second] = [pdf.subarray(0, 100), pdf.subarray(100)];
    const send = (offset: number, bytes: Buffer, checksum: string) =>
      patch(applicant, location, offset, bytes, { 'upload-checksum': checksum });
    for (const checksum of ['md5 1B2M2Y8AsgTpgAmY7PhCfg==', 'sha256', 'sha256 AAAA', 'sha256 !'])
      expect(await send(0, first, checksum)).toMatchObject({
        status: 400,
        body: { code: 'unknown_checksum' },
      });
    expect(await send(0, first, checksumOf('sha256', second))).toMatchObject({
      status: 460,
      body: { code: 'checksum_differs' },
    });
    expect(await offsetOf(applicant, location)).toBe(0);
    expect((await send(0, first, checksumOf('sha1', first))).status).toBe(204);
    expect((await send(100, second, checksumOf('sha256', second))).status).toBe(204);
    expect(await offsetOf(applicant, location)).toBe(pdf.length);
  });

  test('more than was announced is 413, and none of it is stored', async () => {
    const location = await beginUpload(applicant, { program_id: program }, 100);
    expect((await patch(applicant, location, 0, pdf.subarray(0, 101))).status).toBe(413);
    const endless = await fetch(app.url + location, {
      method: 'PATCH',
      headers: {
        ...TUS,
        authorization: `Bearer ${applicant.token}`,
        'content-type': OFFSET_TYPE,
        'upload-offset': '0',
      },
      body: new Blob([pdf.subarray(0, 300)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(endless.status).toBe(413);
    expect(await offsetOf(applicant, location)).toBe(0);
  });

  test('a creation may carry the first bytes', async () => {
    const created = await applicant.ask('POST', '/uploads/', new Blob([pdf.subarray(0, 50)]), {
      headers: {
        ...TUS,
        'content-type': OFFSET_TYPE,
        'upload-length': String(pdf.length),
        'upload-metadata': toMetadata({ program_id: program }),
        'upload-checksum': checksumOf('sha256', pdf.subarray(0, 50)),
      },
    });
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '50']);
    expect(await offsetOf(applicant, locationOf(created))).toBe(50);
  });

  test('where only POST gets through, it may stand for PATCH or DELETE', async () => {
    const location = await begin();
    const meaning = (method: string, body?: Blob, headers = {}) =>
      applicant.ask('POST', location, body, {
        headers: { ...TUS, 'x-http-method-override': method, ...headers },
      });
    const answer = await meaning('PATCH', new Blob([new Uint8Array(pdf)]), {
      'content-type': OFFSET_TYPE,
      'upload-offset': '0',
    });
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(pdf.length)]);
    expect((await meaning('DELETE')).status).toBe(204);
    expect((await headOf(applicant, location)).status).toBe(404);
  });

  test('the drafts of one person have a limit of bytes', async () => {
    const other = await app.signIn();
    for (let count = 0; count < 40; count += 1) {
      const { id } = await insertProgram(app.services);
      expect((await createUpload(other, { program_id: id }, 20 * MB)).status).toBe(201);
    }
    const { id } = await insertProgram(app.services);
    expect(await createUpload(other, { program_id: id }, 20 * MB)).toMatchObject({
      status: 409,
      body: { code: 'too_many_uploads' },
    });
    expect((await createUpload(applicant, { program_id: id }, 20 * MB)).status).toBe(201);
  });
});
