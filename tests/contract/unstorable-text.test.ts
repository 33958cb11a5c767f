/**
 * Text that no database could return as it was sent is refused, on both engines and in every field,
 * and never causes a server error.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '../app.ts';
import { createTestAppOn, ENGINES } from '../engines/engine.ts';
import {
  enquiryInput,
  faqInput,
  insertProgram,
  postForm,
  programInput,
  registration,
  testimonialInput,
} from '../factories.ts';

const UNSTORABLE = 'This contains a character that cannot be saved. Type it again.';
const SPOILED = [
  ['NUL', 'Ama\u0000Mensah'],
  ['half a character', 'Ama \ud83d Mensah'],
] as const;
const INVISIBLE = [
  '\u200b\u200d',
  '\u202e\u2066',
  '\u3164',
  '\u00ad\u00ad',
  '\u2800',
  '\ufeff \u00a0',
  '\u2060\u180e',
  '\u{e0061}',
  '\u115f\uffa0',
];

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    applicant = await app.signIn();
  });
  afterAll(() => app.close());

  const raw = async (path: string, body: Buffer | string, type: string, token = admin.token) => {
    const answer = await fetch(`${app.url}/api/v1${path}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body as string)),
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { code: string; fields?: Record<string, string> },
    };
  };

  describe.each(SPOILED)('%s', (_, text) => {
    const bodies: [string, () => Person, string, Record<string, unknown>, string][] = [
      ['a FAQ', () => admin, '/faqs/', faqInput({ answer: text }), 'answer'],
      [
        'a testimonial',
        () => app.visitor,
        '/testimonials/',
        testimonialInput({ message: `${text} and more` }),
        'message',
      ],
      [
        'an enquiry',
        () => app.visitor,
        '/contact_forms/',
        enquiryInput({ first_name: text }),
        'first_name',
      ],
      ['a registration', () => app.visitor, '/auth/register', registration({ city: text }), 'city'],
      [
        'a password',
        () => app.visitor,
        '/auth/login',
        { username: 'a@example.com', password: text },
        'password',
      ],
      ['a program', () => admin, '/programs/', programInput({ description: text }), 'description'],
      [
        'a post',
        () => admin,
        '/cms/',
        {
          title: text,
          category: 'NEWS',
          featured_image: 'https://example.com/a.jpg',
          gallery_images: ['https://example.com/b.jpg'],
        },
        'title',
      ],
      [
        'a picture of a post',
        () => admin,
        '/cms/',
        {
          title: 'T',
          category: 'NEWS',
          featured_image: 'https://example.com/a.jpg',
          gallery_images: [`https://example.com/${text}`],
        },
        'gallery_images',
      ],
    ];
    test.each(bodies)('in %s', async (_name, person, path, body, field) => {
      const answer = await person().post(path, body);
      expect([answer.status, answer.body.fields]).toEqual([422, { [field]: UNSTORABLE }]);
    });

    test('in an unknown field it is ignored like the field', async () => {
      expect((await admin.post('/faqs/', faqInput({ nonsense: text }))).status).toBe(201);
    });
  });

  test('NUL in a multipart field', async () => {
    const { status, body } = await admin.post(
      '/cms/',
      postForm({
        fields: { title: 'a\u0000b' },
        featured: 'https://example.com/a.jpg',
        gallery: ['https://example.com/b.jpg'],
      }),
    );
    expect([status, body.fields]).toEqual([422, { title: UNSTORABLE }]);
  });

  test('NUL in a form', async () => {
    expect(
      await raw('/auth/login', 'username=a%00b&password=x', 'application/x-www-form-urlencoded'),
    ).toMatchObject({ status: 422, body: { fields: { username: UNSTORABLE } } });
  });

  test.each([
    '/faqs/?q=a%00b',
    '/cms/?slug=a%00b',
    '/proposals/admin/all?q=%00',
    '/programs/?sector=%00',
    '/auth/admin/users?q=%00',
  ])('NUL in the query %s is 422', async (path) => {
    expect((await admin.get(path)).status).toBe(422);
  });

  test.each([
    '/faqs/%00',
    '/cms/a%00b',
    '/programs/%00',
    '/proposals/%00/admin',
    '/proposals/admin/presigned-url/%00/deck.pdf',
    '/proposals/admin/presigned-url/a/b%00',
    '/files/a/%00',
  ])('NUL in the address %s is 404', async (path) => {
    expect((await admin.get(path)).status).toBe(404);
  });

  test('a key that JSON or a database could not store causes no error, and works again', async () => {
    const key = `key-${randomUUID()}-ä`;
    const input = enquiryInput();
    const [one, two] = [
      await app.visitor.post('/contact_forms/', input, { headers: { 'idempotency-key': key } }),
      await app.visitor.post('/contact_forms/', input, { headers: { 'idempotency-key': key } }),
    ];
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id]);
    expect(
      (await admin.patch('/auth/me', { city: 'Ho' }, { headers: { 'if-match': '"ÿ"' } })).status,
    ).toBe(412);
  });

  test.each([
    ['application/json', Buffer.from('{"question":"caf\xe9?","answer":"a"}', 'latin1')],
    ['application/x-www-form-urlencoded', Buffer.from('username=caf%E9&password=x')],
    ['application/x-www-form-urlencoded', Buffer.from('username=caf\xe9&password=x', 'latin1')],
  ])('bytes that are no UTF-8 as %s are 400', async (type, body) => {
    const path = type.endsWith('json') ? '/faqs/' : '/auth/login';
    expect(await raw(path, body, type)).toMatchObject({
      status: 400,
      body: { code: 'unreadable_body' },
    });
  });

  test('invalid UTF-8 in a multipart field is 400, whatever the part’s headers say', async () => {
    const program = await insertProgram(app.services);
    const part = (more: string) =>
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="program_id"\r\n\r\n${program.id}\r\n--b\r\nContent-Disposition: form-data; name="business_name"\r\n${more}\r\ncaf\xe9\r\n--b--\r\n`,
        'latin1',
      );
    for (const more of [
      '',
      'Content-Type: text/plain; charset=utf-8\r\n',
      'Content-Type: application/json\r\n',
    ]) {
      expect(
        await raw('/proposals/', part(more), 'multipart/form-data; boundary=b', applicant.token),
      ).toMatchObject({ status: 400, body: { code: 'unreadable_body' } });
    }
  });

  test.each(['/faqs/?q=caf%E9', '/faqs/caf%E9', '/auth/password-reset-request?email=%FF'])(
    'escapes that are no UTF-8 in %s are 400',
    async (path) => {
      const answer = await (path.includes('reset')
        ? app.visitor.post(path, {})
        : app.visitor.get(path));
      expect([answer.status, answer.body.code]).toEqual([400, 'unreadable_body']);
    },
  );

  test.each(INVISIBLE)('a text of %j alone is empty', async (nothing) => {
    const answers = [
      await admin.post('/faqs/', faqInput({ question: nothing })),
      await app.visitor.post(
        '/testimonials/',
        testimonialInput({ position: nothing, message: nothing.repeat(10) }),
      ),
      await app.visitor.post(
        '/contact_forms/',
        enquiryInput({ first_name: nothing, message: nothing }),
      ),
      await app.visitor.post(
        '/auth/register',
        registration({ city: nothing, digital_address: nothing }),
      ),
      await admin.post('/programs/', programInput({ title: nothing })),
      await applicant.patch(`/auth/me`, { city: nothing }),
    ];
    expect(answers.map(({ status, body }) => body.fields ?? [status, body.city])).toEqual([
      { question: 'Enter a question.' },
      {
        position: 'Enter your position.',
        message: 'Message should have at least 10 characters.',
      },
      { first_name: 'Enter your first name.', message: 'Enter your message.' },
      { city: 'Enter your city or town.', digital_address: 'Enter your digital address.' },
      { title: 'Enter a title.' },
      [200, ''],
    ]);
  });

  test('visible characters among invisible ones stay as typed', async () => {
    const question = 'Who is 👨‍👩‍👧 here?';
    expect((await admin.post('/faqs/', faqInput({ question }))).body.question).toBe(question);
  });
});
