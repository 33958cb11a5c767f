import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { programInput } from '#tests/factories.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn({ role: 'admin' });
});
afterAll(() => app.close());

test('an admin creates a program and everybody sees it at once', async () => {
  const before = await app.visitor.get('/programs/');
  const created = await admin.post('/programs/', programInput({ sector: 'Infrastracture' }));
  expect(created.status).toBe(201);
  expect(created.body.sector).toBe('Infrastructure');
  const after = await app.visitor.get('/programs');
  expect(Number(after.headers.get('x-total-count'))).toBe(
    Number(before.headers.get('x-total-count')) + 1,
  );
  // Admins also see how it announces decisions.
  expect(created.body).toMatchObject(after.body[0]);
});

test('an edit begun before somebody else saved is refused', async () => {
  const { body: program, headers } = await admin.post('/programs/', programInput());
  const etag = headers.get('etag')!;
  expect(
    (
      await admin.patch(
        `/programs/${program.id}`,
        { title: 'First' },
        { headers: { 'if-match': etag } },
      )
    ).status,
  ).toBe(200);
  const second = await admin.patch(
    `/programs/${program.id}`,
    { title: 'Second' },
    { headers: { 'if-match': etag } },
  );
  expect(second.status).toBe(412);
  expect((await app.visitor.get(`/programs/${program.id}`)).body.title).toBe('First');
});

test('a script in a description never comes out', async () => {
  const { body } = await admin.post(
    '/programs/',
    programInput({
      description: '<p onclick="x()">Hi<script>alert(1)</script></p><img src=x onerror=y>',
    }),
  );
  expect(body.description).toBe('<p>Hi</p>');
});

test('refuses what does not fit beside its field', async () => {
  const { status, body } = await admin.post('/programs/', {
    title: ' ',
    sector: 'Fishing',
    deadline_date: 'soon',
  });
  expect(status).toBe(422);
  expect(Object.keys(body.fields).sort()).toEqual(['deadline_date', 'sector', 'title']);
});

test('answers 404 for what is not there, whatever the id looks like', async () => {
  for (const id of ['1', '../x', '00000000-0000-4000-8000-000000000000']) {
    const { status, body } = await app.visitor.get(`/programs/${encodeURIComponent(id)}`);
    expect([status, body.message]).toEqual([404, 'Program not found']);
  }
});

test('a program says how much there is, and by when it decides', async () => {
  const { body: plain } = await admin.post('/programs/', programInput());
  expect([plain.amount_text, plain.decision_by]).toEqual([null, null]);
  const said = { amount_text: 'GHS 50,000 to 250,000', decision_by: '2027-02-28' };
  const { body, status } = await admin.post('/programs/', { ...programInput(), ...said });
  expect(status).toBe(201);
  expect((await app.visitor.get(`/programs/${body.id}`)).body).toMatchObject(said);
  const path = `/programs/${plain.id}`;
  expect((await admin.patch(path, said)).body).toMatchObject(said);
  const taken = await admin.patch(path, { amount_text: '', decision_by: null });
  expect([taken.body.amount_text, taken.body.decision_by]).toEqual([null, null]);
  const wrong = await admin.patch(path, {
    amount_text: 'x'.repeat(101),
    decision_by: '2027-02-30',
  });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([
    422,
    ['amount_text', 'decision_by'],
  ]);
  const editor = await app.signIn({ role: 'editor' });
  expect((await editor.patch(path, said)).body).toMatchObject({ amount_text: null });
});

test('a decision comes neither before the deadline nor in the past', async () => {
  const input = programInput({ deadline_date: '2027-01-10T17:00:00Z' });
  const early = await admin.post('/programs/', { ...input, decision_by: '2027-01-09' });
  expect([early.status, Object.keys(early.body.fields)]).toEqual([422, ['decision_by']]);
  const made = await admin.post('/programs/', { ...input, decision_by: '2027-01-10' });
  expect(made.status).toBe(201);
  const path = `/programs/${made.body.id}`;
  const later = await admin.patch(path, { deadline_date: '2027-01-11T09:00:00Z' });
  expect([later.status, Object.keys(later.body.fields)]).toEqual([422, ['deadline_date']]);
  const both = { deadline_date: '2027-01-11T09:00:00Z', decision_by: '2027-01-31' };
  expect((await admin.patch(path, both)).status).toBe(200);
  const closed = { deadline_date: '2020-01-10T17:00:00Z', decision_by: '2020-02-10' };
  const past = await admin.patch(path, closed);
  expect([past.status, Object.keys(past.body.fields)]).toEqual([422, ['decision_by']]);
  // What was named in time is no fault of a later change.
  expect((await admin.patch(path, { title: 'Renamed' })).status).toBe(200);
});
