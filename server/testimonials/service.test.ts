import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { testimonialInput } from '#tests/factories.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    applicant = await app.signIn({ role: 'applicant' });
  });
  afterAll(() => app.close());

  const idsFor = async (person: Person) =>
    (await person.get('/testimonials/')).body.map(({ id }: { id: string }) => id);

  test('what a visitor sends is seen by admins only, until one approves it', async () => {
    const answer = await app.visitor.post(
      '/testimonials/',
      testimonialInput({ is_approved: true, message: '<b>They</b> listened & helped.' }),
    );
    expect([answer.status, answer.body.is_approved, answer.body.message]).toEqual([
      201,
      false,
      '<b>They</b> listened & helped.',
    ]);
    const path = `/testimonials/${answer.body.id}`;
    for (const person of [app.visitor, applicant]) {
      expect(await idsFor(person)).not.toContain(answer.body.id);
      expect([(await person.get(path)).status, (await person.get(path)).body.message]).toEqual([
        404,
        'Testimonial not found',
      ]);
    }
    expect(await idsFor(admin)).toContain(answer.body.id);
    const approved = await admin.put(path, { is_approved: true });
    expect([approved.status, approved.body]).toEqual([
      200,
      expect.objectContaining({ first_name: 'Efua', is_approved: true }),
    ]);
    expect(await idsFor(app.visitor)).toContain(answer.body.id);
    expect((await applicant.get(path)).status).toBe(200);
    await admin.patch(path, { is_approved: 'false' });
    expect(await idsFor(app.visitor)).not.toContain(answer.body.id);
  });

  test('an answer made for an admin is never given to a visitor, whoever asks first', async () => {
    const { body } = await app.visitor.post('/testimonials/', testimonialInput());
    for (const order of [
      [admin, app.visitor, admin, app.visitor],
      [app.visitor, admin, app.visitor],
    ]) {
      await admin.put(`/testimonials/${body.id}`, { position: 'Weaver' });
      for (const person of order)
        expect((await idsFor(person)).includes(body.id)).toBe(person === admin);
    }
    expect((await admin.get('/testimonials/')).headers.get('cache-control')).toBe('no-store');
    expect((await app.visitor.get('/testimonials/?is_approved=false')).body).toEqual([]);
  });

  test.each([
    [
      'nine characters',
      { message: '123456789' },
      { message: 'Message should have at least 10 characters.' },
    ],
    [
      'nine after trimming',
      { message: '  123456789    ' },
      { message: 'Message should have at least 10 characters.' },
    ],
    [
      '100,000 characters',
      { message: 'x'.repeat(100_000) },
      { message: 'Your message can have at most 5,000 characters.' },
    ],
    ['no position', { position: '' }, { position: 'Enter your position.' }],
  ])('refuses a testimonial with %s', async (_name, input, fields) => {
    const { status, body } = await app.visitor.post('/testimonials/', testimonialInput(input));
    expect([status, body.fields, body.message]).toEqual([422, fields, Object.values(fields)[0]]);
  });

  test('the same key stores one; the field that people do not see stores none', async () => {
    const total = async () =>
      Number((await admin.get('/testimonials/?limit=1')).headers.get('x-total-count'));
    const before = await total();
    const options = { headers: { 'idempotency-key': `key-${engine}` } };
    const twice = await Promise.all(
      [1, 2].map(() => app.visitor.post('/testimonials/', testimonialInput(), options)),
    );
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(twice[0]!.body.id).toBe(twice[1]!.body.id);
    expect(
      (await app.visitor.post('/testimonials/', testimonialInput({ position: 'Baker' }), options))
        .status,
    ).toBe(422);
    const machine = await app.visitor.post(
      '/testimonials/',
      testimonialInput({ website_url: 'https://example.com' }),
    );
    expect([machine.status, Object.keys(machine.body)]).toEqual([201, Object.keys(twice[0]!.body)]);
    expect(await total()).toBe(before + 1);
  });

  test('two admins who change the same one at once: one is told', async () => {
    const { body } = await app.visitor.post('/testimonials/', testimonialInput());
    const etag = (await admin.get(`/testimonials/${body.id}`)).headers.get('etag')!;
    const answers = await Promise.all(
      ['They listened to us.', 'They helped us very much.'].map((message) =>
        admin.put(`/testimonials/${body.id}`, { message }, { headers: { 'if-match': etag } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('an admin deletes one that is spam: it is gone for everybody', async () => {
    const { body } = await app.visitor.post('/testimonials/', testimonialInput());
    const path = `/testimonials/${body.id}`;
    await admin.put(path, { is_approved: true });
    expect((await app.visitor.get(path)).status).toBe(200);
    expect((await admin.delete(path, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await app.visitor.delete(path)).status).toBe(401);
    expect((await admin.delete(path)).status).toBe(204);
    expect([(await app.visitor.get(path)).status, (await admin.delete(path)).status]).toEqual([
      404, 404,
    ]);
    const { body: log } = await admin.get(`/audit/?entity_id=${body.id}`);
    expect(log[0]).toMatchObject({ action: 'testimonials.delete', changes: [] });
    expect(log[0].actor.id).toBe(admin.id);
    for (const words of [body.message, body.last_name])
      expect(JSON.stringify(log)).not.toContain(words);
  });
});
