import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { sendForm } from './send-form.ts';

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request('http://localhost/contact-us', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Sends a form and returns the keys sent with it; `ages` are the ages of the answers. */
async function keysOf(request: Request, ages: number[] = [0]): Promise<string[]> {
  const keys: string[] = [];
  await sendForm(request, {
    send: async (_, { idempotencyKey }) => {
      keys.push(idempotencyKey!);
      return { created_at: minutesAgo(ages[keys.length - 1] ?? 0) };
    },
    sent: 'Thanks',
    fallback: 'Failed',
  });
  return keys;
}

test('the same words have the same key, other words another', async () => {
  const [first, repeated, other] = [
    await keysOf(post({ message: 'a' })),
    await keysOf(post({ message: 'a' })),
    await keysOf(post({ message: 'b' })),
  ];
  expect(repeated).toEqual(first);
  expect(other).not.toEqual(first);
});

test('an answer older than ten minutes is an earlier message: the next key is tried', async () => {
  expect(await keysOf(post({ message: 'a' }), [9])).toHaveLength(1);
  expect(new Set(await keysOf(post({ message: 'a' }), [25, 11, 0])).size).toBe(3);
});

test("the script's key goes on as it is", async () => {
  expect(await keysOf(post({ message: 'a' }, { 'Idempotency-Key': 'fresh' }))).toEqual(['fresh']);
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
