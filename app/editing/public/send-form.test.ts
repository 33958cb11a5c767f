import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { sendForm } from './send-form.ts';

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request('http://localhost/contact-us', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });

/** Sends a form and returns the key sent with it. */
async function keyOf(request: Request): Promise<string | undefined> {
  let key: string | undefined;
  await sendForm(request, {
    send: async (_, { idempotencyKey }) => void (key = idempotencyKey),
    sent: 'Thanks',
    fallback: 'Failed',
  });
  return key;
}

test('the same words have the same key, other words another', async () => {
  const [first, repeated, other] = [
    await keyOf(post({ message: 'a' })),
    await keyOf(post({ message: 'a' })),
    await keyOf(post({ message: 'b' })),
  ];
  expect(repeated).toBe(first);
  expect(other).not.toBe(first);
});

test("the script's key goes on as it is", async () => {
  expect(await keyOf(post({ message: 'a' }, { 'Idempotency-Key': 'fresh' }))).toBe('fresh');
});

test('a refusal keeps status, fields and values, but not what the honeypot holds', async () => {
  const send = async () =>
    Promise.reject(new ApiError(422, 'invalid', 'Too short', { message: 'Too short' }));
  const { data, init } = await sendForm(post({ message: 'a', website_url: 'x' }), {
    send,
    sent: 'Thanks',
    fallback: 'Failed',
  });
  expect(init?.status).toBe(422);
  expect(data).toEqual({
    problem: { message: 'Too short', fields: { message: 'Too short' } },
    values: { message: 'a' },
  });
});

test("the summary names what is wrong in the form's order, whatever the server's is", async () => {
  const refusal = new ApiError(422, 'validation', 'Please check.', {
    message: 'Too short.',
    position: 'Missing.',
    first_name: 'Missing.',
  });
  const { data } = await sendForm(post({ first_name: '', position: '', message: 'a' }), {
    send: () => Promise.reject(refusal),
    sent: 'Thanks',
    fallback: 'Failed',
  });
  expect(Object.keys(data.problem?.fields ?? {})).toEqual(['first_name', 'position', 'message']);
});
