import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueries } from './queries.ts';

test('an answer that was on its way when something changed is not taken for the fresh one', async () => {
  const queries = createQueries();
  let rows = ['Fish ponds'];
  const read = async ({ signal }: { signal: AbortSignal }) => {
    const answer = rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
    signal.throwIfAborted();
    return answer;
  };
  const observer = new QueryObserver(queries, { queryKey: ['programs'], queryFn: read });
  const stop = observer.subscribe(() => undefined);
  rows = [];
  await queries.invalidateQueries({ queryKey: ['programs'] });
  expect(observer.getCurrentResult().data).toEqual([]);
  stop();
});
