/**
 * Limits the keys and the depth of bodies and queries before anything is built from them (decision
 * 20).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../app.ts';
import { faqInput, postForm as newPost, programInput } from '../factories.ts';
import { submissionTo } from '../proposal-forms.ts';

let app: TestApp;
let admin: Person;
let applicant: Person;
beforeAll(async () => {
  app = await createTestApp();
  [admin, applicant] = [await app.signIn({ role: 'admin' }), await app.signIn()];
});
afterAll(() => app.close());

const TOO_MANY = { code: 'invalid', message: 'At most 1,000 fields can be sent at once.' };
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'x']));
const nested = (depth: number): unknown => (depth === 0 ? 1 : { in: nested(depth - 1) });
const formOf = (count: number) => {
  const form = new FormData();
  for (const name of Object.keys(fields(count))) form.append(name, 'x');
  return form;
};
const postForm = (path: string, body: string) =>
  app.visitor.post(path, body, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** A program that asks for a number. */
async function startAsking() {
  const questions = [{ kind: 'number', label: 'How many people work there?' }];
  const { body: program } = await admin.post('/programs/', { ...programInput(), questions });
  return {
    program,
    ids: program.questions.map(({ id }: { id: string }) => id) as string[],
    send: async (id: string, answers: string) =>
      applicant.post('/proposals/', await submissionTo(id, { answers })),
  };
}

test('998 unknown fields are ignored, 1,001 are too many', async () => {
  expect((await admin.post('/faqs/', { ...fields(998), ...faqInput() })).status).toBe(201);
  expect(await admin.post('/faqs/', { ...fields(999), ...faqInput() })).toMatchObject({
    status: 422,
    body: TOO_MANY,
  });
  expect(await app.visitor.post('/auth/login', fields(60_000))).toMatchObject({
    status: 422,
    body: TOO_MANY,
  });
});

test('fields within fields count too, and colons and commas within texts do not', async () => {
  expect(
    await admin.post('/faqs/', faqInput({ more: Array.from({ length: 1000 }, () => ({ a: 1 })) })),
  ).toMatchObject({ status: 422, body: TOO_MANY });
  expect(
    (await admin.post('/faqs/', faqInput({ answer: '{"a":[1,2]},"\\"'.repeat(600) }))).status,
  ).toBe(201);
});

test('twenty levels are read, twenty-one are too deep', async () => {
  expect((await admin.post('/faqs/', faqInput({ more: nested(19) }))).status).toBe(201);
  expect(await admin.post('/faqs/', faqInput({ more: nested(20) }))).toMatchObject({
    status: 422,
    body: { message: 'What is sent can be nested at most 20 levels deep.' },
  });
  const deep = '['.repeat(500_000);
  expect(
    (
      await app.visitor.post('/auth/login', deep, {
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(422);
});

test('lists are bounded, with room for the ids of a bulk change', async () => {
  expect(
    (
      await admin.post(
        '/faqs/',
        faqInput({ ids: Array.from({ length: 2000 }, (_, index) => index) }),
      )
    ).status,
  ).toBe(201);
  expect(
    (
      await admin.post(
        '/faqs/',
        faqInput({ ids: Array.from({ length: 90_000 }, (_, index) => index) }),
      )
    ).status,
  ).toBe(422);
});

test('the same holds for forms, multipart fields and queries', async () => {
  const tooManyFields = new URLSearchParams(fields(1001)).toString();
  expect(await postForm('/auth/login', tooManyFields)).toMatchObject({
    status: 422,
    body: TOO_MANY,
  });
  expect(await applicant.post('/proposals/', formOf(1001))).toMatchObject({
    status: 422,
    body: TOO_MANY,
  });
  expect(await app.visitor.get(`/faqs/?${'a&'.repeat(1000)}b`)).toMatchObject({
    status: 422,
    body: TOO_MANY,
  });
});

test('fewer unknown ones are ignored there as well', async () => {
  const wrong = new URLSearchParams({
    ...fields(900),
    username: 'a@example.com',
    password: 'x',
  }).toString();
  expect((await postForm('/auth/login', wrong)).status).toBe(400);
  expect((await applicant.post('/proposals/', formOf(900))).body.fields).toMatchObject({
    business_name: 'Enter the business name.',
  });
  expect((await app.visitor.get(`/faqs/?${'a&'.repeat(900)}b`)).status).toBe(200);
});

test('fields with the names of built-in properties are ignored', async () => {
  const form = formOf(2);
  for (const name of ['__proto__', 'constructor', 'toString']) form.append(name, 'x');
  form.append('__proto__', new Blob(['x']), 'a.pdf');
  form.append('business_location', 'Ho');
  const { status, body } = await applicant.post('/proposals/', form);
  expect([status, Object.keys(body.fields)]).toEqual([
    422,
    ['program_id', 'business_name', 'pitch_deck', 'financials'],
  ]);
  expect(
    (
      await admin.post(
        '/faqs/',
        `{"__proto__":{"x":1},"constructor":{"prototype":1},${JSON.stringify(faqInput()).slice(1)}`,
        { headers: { 'content-type': 'application/json' } },
      )
    ).status,
  ).toBe(201);
});

test('a form without script is bounded too', async () => {
  const tooManyFields = new URLSearchParams(fields(1001)).toString();
  expect(
    (
      await fetch(`${app.url}/contact-us`, {
        method: 'POST',
        body: tooManyFields,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).status,
  ).toBe(422);
});

test('a query is checked alike whether or not the answer is cached', async () => {
  const tooManyFields = new URLSearchParams(fields(1001) as Record<string, string>);
  const ask = async (query: string) => {
    const { status } = await fetch(`${app.url}/api/v1/faqs/?${query}`);
    return status;
  };
  const [first, cached] = [await ask(''), await ask('')];
  expect([first, cached]).toEqual([200, 200]);
  expect([await ask(String(tooManyFields)), await ask('x=%ff'), await ask('x=1')]).toEqual([
    422, 400, 200,
  ]);
});

test('who sends ten megabytes reads why they were refused, on a connection that stays', async () => {
  const answer = await fetch(`${app.url}/api/v1/drafts/${randomUUID()}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${applicant.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fields: { business_description: 'x'.repeat(10_000_000) } }),
  });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ message: 'The request is too large.' });
  expect(answer.headers.get('connection')).not.toBe('close');
});

test('JSON in a field of a form is bounded as a body is', async () => {
  const { program, ids, send } = await startAsking();
  for (const deep of [
    '['.repeat(100_000),
    `{"${ids[0]}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ])
    expect(await send(program.id, deep), deep.slice(0, 60)).toMatchObject({
      status: 422,
      body: { code: 'invalid' },
    });
  const form = newPost({
    fields: { alt_texts: `{"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_001)}` },
  });
  expect((await admin.post('/cms/', form)).status).toBe(422);
});

test('a number too large for any number is refused, and not kept as nothing', async () => {
  const { program, ids } = await startAsking();
  const body = `{"fields":{},"answers":{"${ids[0]}":1e400}}`;
  const headers = { 'content-type': 'application/json' };
  expect(await applicant.put(`/drafts/${program.id}`, body, { headers })).toMatchObject({
    status: 422,
    body: { fields: { [`answers.${ids[0]}`]: expect.stringContaining('15') } },
  });
});
