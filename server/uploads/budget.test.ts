import { expect, test } from 'vitest';
import { createBudget } from './parts.ts';

const MB = 1_048_576;

test('as many tasks as fit run at once, in order of arrival, and a failed one releases its share', async () => {
  const budget = createBudget(10 * MB);
  const ends: PromiseWithResolvers<void>[] = [];
  const began: number[] = [];
  const uploads = [6, 6, 1, 20].map((size, index) => {
    ends[index] = Promise.withResolvers<void>();
    return budget(size * MB, () => {
      began.push(index);
      return ends[index]!.promise;
    }).catch(() => undefined);
  });
  await Promise.resolve();
  expect(began, 'nobody overtakes').toEqual([0]);
  ends[0]!.reject(new Error('test'));
  await uploads[0];
  expect(began).toEqual([0, 1, 2]);
  ends[1]!.resolve();
  ends[2]!.resolve();
  await Promise.all(uploads.slice(0, 3));
  expect(began, 'what is too large runs alone').toEqual([0, 1, 2, 3]);
  ends[3]!.resolve();
  await uploads[3];
});
