import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { cutTo, makePdf } from '#tests/pdf-samples.ts';
import { encryptedPdf } from '#tests/raw-pdfs.ts';
import { answers, formOf, submissionTo } from '#tests/proposal-forms.ts';
import { countRows, expectWholeWorld } from '#tests/whole-world.ts';

describe.each(WORLDS)('submitting, on %s', (world) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;

  beforeAll(async () => {
    app = await createTestAppIn(world);
    applicant = await app.signIn({ region: 'Volta' });
    programId = (await insertProgram(app.services, { sector: 'Mining' })).id;
  });
  afterAll(() => app.close());

  const count = (table: Parameters<typeof countRows>[1]) => countRows(app.services, table);
  afterEach(() => expectWholeWorld(app.services));

  describe('bad input leaves nothing behind', () => {
    let before: number[];
    const world = async () => [
      await count('proposals'),
      await count('mails'),
      await count('audit_log'),
      await count('idempotency_keys'),
    ];
    beforeAll(async () => void (before = await world()));
    afterEach(async () => expect(await world()).toEqual(before));
    const key = { headers: { 'idempotency-key': 'bad-input' } };

    test.each<[string, () => unknown, RegExp]>([
      [
        'a Word file named .pdf',
        () => Buffer.from('PK\u0003\u0004word/document.xml'),
        /^The pitch deck file isn’t a PDF/,
      ],
      ['an empty file', () => Buffer.alloc(0), /^The pitch deck file is empty/],
      ['an encrypted PDF', () => encryptedPdf('secret'), /^The pitch deck file is encrypted/],
      [
        'a truncated PDF',
        async () => cutTo(await makePdf({ megabytes: 0.1 }), 0.7),
        /^The pitch deck file is incomplete/,
      ],
    ])('%s', async (_name, make, sentence) => {
      const { status, body } = await applicant.post(
        '/proposals/',
        await submissionTo(programId, { pitch_deck: (await make()) as Buffer }),
        key,
      );
      expect([status, body.code]).toEqual([415, 'wrong_type']);
      expect(body.message).toMatch(sentence);
    });

    test('two wrong files are both named', async () => {
      const { body } = await applicant.post(
        '/proposals/',
        await submissionTo(programId, {
          pitch_deck: Buffer.from('x'),
          financials: Buffer.from('%PDF-1.4 nothing'),
        }),
        key,
      );
      expect(body.message).toMatch(/^The pitch deck file isn’t a PDF.* The financials file is /);
    });

    test('a file of 21 MB', async () => {
      const { status, body } = await applicant.post(
        '/proposals/',
        await submissionTo(programId, { financials: Buffer.alloc(21 * 1024 * 1024) }),
        key,
      );
      expect([status, body.message]).toEqual([
        413,
        'The financials file is larger than 20 MB. Choose a smaller file and try again.',
      ]);
    });

    test('missing files and fields, each with its sentence', async () => {
      const { status, body } = await applicant.post(
        '/proposals/',
        formOf({ business_website: 'javascript:alert(1)' }),
        key,
      );
      expect(status).toBe(422);
      expect(body.fields).toMatchObject({
        pitch_deck: 'Missing required files or program ID.',
        financials: 'Missing required files or program ID.',
        program_id: 'Missing required files or program ID.',
        business_name: 'Enter the business name.',
      });
      expect(Object.keys(body.fields).sort()).toEqual([
        'business_location',
        'business_name',
        'business_website',
        'financials',
        'pitch_deck',
        'program_id',
      ]);
      const noFiles = await applicant.post(
        '/proposals/',
        formOf(answers({ program_id: programId })),
        key,
      );
      expect(noFiles.body.message).toBe('Missing required files or program ID.');
    });

    test.each([crypto.randomUUID(), '1'])('the program %s, which does not exist', async (id) => {
      const { status, body } = await applicant.post('/proposals/', await submissionTo(id), key);
      expect([status, body.fields]).toEqual([422, { program_id: 'Program not found' }]);
    });

    test('a closed program', async () => {
      const closed = await insertProgram(app.services, { deadline_date: days(-1) });
      const { status, body } = await applicant.post(
        '/proposals/',
        await submissionTo(closed.id),
        key,
      );
      expect([status, body.code, body.message]).toEqual([
        409,
        'deadline_passed',
        'The application deadline for this program has passed.',
      ]);
    });

    test('a body that is not JSON, and JSON where a form is asked for', async () => {
      const broken = await applicant.post('/proposals/', '{"a":', {
        headers: { 'content-type': 'application/json' },
      });
      expect([broken.status, broken.body.code]).toEqual([400, 'unreadable_body']);
      expect((await applicant.post('/proposals/', answers())).status).toBe(415);
    });

    test('a key that is too long', async () => {
      expect(
        (
          await applicant.post('/proposals/', await submissionTo(programId), {
            headers: { 'idempotency-key': 'k'.repeat(201) },
          })
        ).status,
      ).toBe(422);
    });

    test('an admin, who may not submit', async () => {
      const admin = await app.signIn({ role: 'admin' });
      expect((await admin.post('/proposals/', await submissionTo(programId))).status).toBe(403);
    });

    test('a store that fails', async () => {
      const { files } = app.services;
      app.services.files = {
        ...files,
        put: (key, path, facts) =>
          facts.size > 10_000 ? Promise.reject(new Error('broken')) : files.put(key, path, facts),
      };
      const { status, body } = await applicant.post(
        '/proposals/',
        await submissionTo(programId, { financials: await makePdf({ megabytes: 0.1 }) }),
        key,
      );
      app.services.files = files;
      expect([status, body.message]).toEqual([
        500,
        'Something went wrong. Please try again later.',
      ]);
    });

    test('a program deleted during the upload', async () => {
      const { id } = await insertProgram(app.services);
      const { files, db } = app.services;
      app.services.files = {
        ...files,
        put: async (...stored) => {
          await db.read.deleteFrom('programs').where('id', '=', id).execute();
          return files.put(...stored);
        },
      };
      const { status, body } = await applicant.post('/proposals/', await submissionTo(id), key);
      app.services.files = files;
      expect([status, Object.keys(body.fields)]).toEqual([422, ['program_id']]);
    });
  });
});
