import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeConnection, readConnection, watchConnection } from './connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = () => describeConnection(readConnection());

test('a line without an answer is called that within two seconds, until it answers', async () => {
  let answer: (response: Response) => void = () => {};
  const call = watchConnection(new Promise((resolve) => (answer = resolve)));
  expect(shown()).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown()).toBe('Still waiting for an answer. Check your connection.');
  answer(new Response());
  await call;
  expect(shown()).toBeNull();
});

test('a failed call says so at once, an aborted one says nothing', async () => {
  const failed = () => Promise.reject(new TypeError('Failed to fetch'));
  await watchConnection(failed(), AbortSignal.abort()).catch(() => {});
  expect(shown()).toBeNull();
  await watchConnection(failed()).catch(() => {});
  expect(shown()).toBe('No connection. Check that you are online.');
  await watchConnection(Promise.resolve(new Response()));
  expect(shown()).toBeNull();
});
