import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { checkForm, lazySchema } from './lazy-schema.ts';

const schema = z.object({ name: z.string().check(z.minLength(1, 'Enter a name.')) });
const NO_LINE = {
  problem: { message: 'No connection. Check that you are online, then try again.' },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a form whose schema does not come says so, and is checked by it at the next try', async () => {
  let tries = 0;
  const load = lazySchema(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return schema;
  });
  expect(await checkForm(load, { name: 'Ama' })).toEqual(NO_LINE);
  expect(await checkForm(load, { name: '' })).toMatchObject({
    problem: { fields: { name: 'Enter a name.' } },
  });
  expect(tries).toBe(2);
});

test('one whose schema never comes does not wait for ever; when it comes after all, it counts', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof schema>();
  const load = lazySchema(() => promise);
  const first = checkForm(load, { name: 'Ama' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await first).toEqual(NO_LINE);
  const second = checkForm(load, { name: 'Ama' });
  resolve(schema);
  expect(await second).toEqual({ value: { name: 'Ama' } });
  expect(vi.getTimerCount()).toBe(0);
});
