/** Unreadable bodies are refused in our words; empty values count as not sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../app.ts';
import { programInput } from '../factories.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn({ role: 'admin' });
});
afterAll(() => app.close());

const send = async (
  method: string,
  path: string,
  body: string | FormData | null,
  type?: string,
) => {
  const answer = await fetch(`${app.url}/api/v1${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${admin.token}`, ...(type && { 'content-type': type }) },
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { code: string; message: string },
  };
};
const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};

test('multipart is refused where no files are expected, instead of changing nothing', async () => {
  expect(await send('PATCH', '/auth/me', form({ city: 'Tamale' }))).toMatchObject({
    status: 415,
    body: { code: 'wrong_type' },
  });
  expect(await send('POST', '/faqs/', form({ question: 'Q?', answer: 'A' }))).toMatchObject({
    status: 415,
  });
});

test.each<[string, string, number]>([
  ['text', 'text/plain', 415],
  ['<a/>', 'application/xml', 415],
  ['[]', 'application/json', 400],
  ['"x"', 'application/json', 400],
  ['5', 'application/json', 400],
  ['{', 'application/json', 400],
])('the body %s as %s is refused', async (body, type, status) => {
  const answer = await send('POST', '/faqs/', body, type);
  expect(answer.status).toBe(status);
  expect(answer.body.message).not.toMatch(/expected|invalid input/i);
});

test('an empty text is no body: the address may be in the query', async () => {
  expect(
    await send(
      'POST',
      '/auth/password-reset-request?email=nobody@example.com',
      '',
      'text/plain;charset=UTF-8',
    ),
  ).toMatchObject({ status: 200 });
});

test.each(['q=a&q=b', 'limit=0x10', 'limit=1e3', 'limit=-1', 'skip=99999999999999999999'])(
  'the list refuses ?%s in words of ours',
  async (query) => {
    const answer = await send('GET', `/faqs/?${query}`, null);
    expect(answer.status).toBe(422);
    expect(answer.body.message).not.toMatch(/expected|invalid input|too big/i);
  },
);

test('an empty query parameter counts as not sent', async () => {
  await admin.post('/faqs/', { question: 'Who may apply?', answer: 'Everybody.' });
  const { status, body } = await admin.get('/faqs/?limit=&skip=&sort=&q=');
  expect([status, body.length]).toEqual([200, 1]);
});

test.each([
  '9999-12-31T23:59:59-14:00',
  '10000-01-01',
  '+010000-01-01T00:00:00Z',
  '1999-12-31',
  '2027-02-30',
  '2027-13-01',
  '0000-01-01',
  '2027-02-29T10:00:00Z',
])('%s is no deadline', async (deadline_date) => {
  const { status, body } = await admin.post('/programs/', programInput({ deadline_date }));
  expect([status, Object.keys(body.fields)]).toEqual([422, ['deadline_date']]);
});

test('a country code alone is no phone number, and a phone number can be removed from a profile', async () => {
  expect((await admin.patch('/auth/me', { phone_number: '+233' })).status).toBe(422);
  const { status, body } = await admin.patch('/auth/me', { phone_number: null, city: null });
  expect([status, body.phone_number, body.city]).toEqual([200, '', '']);
});
