import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/constants.ts';
import { OFFLINE_HEADER } from '#app/storage/offline-data.ts';
import { readDrafts, writeDrafts } from '#app/storage/local-storage.ts';
import { closeBrowser, openBrowser } from '#tests/draft-server.ts';
import { judgingCalls } from './judging-calls.ts';
import { keyOf } from './read-review.ts';
import { createReviewSync } from './use-review-draft.ts';

const ME = 'judge';
let id = '';
let reviews = 0;
beforeEach(() => {
  openBrowser();
  id = `review${(reviews += 1)}`;
});
afterEach(closeBrowser);

/** A server whose clock is right, as seen by a phone whose clock is `aheadMs` ahead of it. */
function startServer(aheadMs: number) {
  const server = {
    score: 4,
    revision: 2,
    changedAt: Date.now() - aheadMs,
    /** The service worker answers in its place, with what it kept then. */
    kept: null as { body: object; headers: Record<string, string> } | null,
    puts: [] as Record<string, unknown>[],
  };
  const answer = () => ({
    body: {
      ...{
        id,
        round_id: 'r',
        code: 'R7K2',
        state: 'started',
        strength: '',
        next_step: '',
        note: '',
      },
      ...{ scores: { market: server.score }, total: null, others: null, proposal: {} },
      changed_at: new Date(server.changedAt).toISOString(),
    },
    headers: {
      ETag: `"${server.revision}"`,
      Date: new Date(Date.now() - aheadMs).toUTCString(),
    },
  });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (server.kept && init.method === 'GET') {
      const { body, headers } = server.kept;
      return Response.json(body, { headers: { ...headers, [OFFLINE_HEADER]: '1' } });
    }
    if (server.kept) throw new TypeError('No connection.');
    if (init.method === 'PUT') {
      const sent = JSON.parse(String(init.body)) as { scores: { market: number } };
      if (new Headers(init.headers).get('If-Match') !== `"${server.revision}"`)
        return Response.json({ code: 'changed_meanwhile', message: 'Changed.' }, { status: 412 });
      server.puts.push(sent);
      server.score = sent.scores.market;
      server.revision += 1;
      server.changedAt = Date.now() - aheadMs;
    }
    const { body, headers } = answer();
    return Response.json(body, { headers });
  });
  return { server, answer };
}

const market = (score: number) => ({ 'scores.market': String(score) });
const open = async () => {
  const known = await judgingCalls.getReview(id);
  const sync = createReviewSync(new QueryClient(), { id, userId: ME, known });
  await sync.load();
  return sync;
};

test('a phone five minutes slow shows what was scored without a connection after a reload, and sends it', async () => {
  const { server, answer } = startServer(-5 * MINUTE_MS);
  // Kept by the service worker at the first look; a score has reached the server since.
  const first = answer();
  server.revision = 3;
  server.kept = first;
  writeDrafts(keyOf(id, ME), [{ values: market(5), savedAt: Date.now(), etag: '"3"' }]);
  const sync = await open();
  expect(sync.values()).toMatchObject(market(5));
  expect(sync.read()).toMatchObject({ notice: { kind: 'restored' }, save: { kind: 'here' } });
  server.kept = null;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.puts).toMatchObject([{ scores: { market: 5 } }]);
  expect(readDrafts(keyOf(id, ME))).toMatchObject([{ isSent: true }]);
});

test('without a connection, a review shows what the phone keeps of it', async () => {
  const { server, answer } = startServer(0);
  server.kept = answer();
  const sync = await open();
  expect(sync.values()).toMatchObject(market(4));
});

test('a phone two hours fast does not overwrite a score given later on another device', async () => {
  const { server } = startServer(2 * HOUR_MS);
  // Typed an hour before the other device scored, by any clock that is right.
  const savedAt = Date.now() - HOUR_MS;
  writeDrafts(keyOf(id, ME), [{ values: market(1), savedAt, etag: '"1"' }]);
  server.score = 5;
  const sync = await open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.score).toBe(5);
  expect(sync.values()).toMatchObject(market(5));
  // The other one is offered.
  expect(sync.read().notice).toMatchObject({ kind: 'two' });
});

test('a phone five minutes slow sends what was scored later than on another device', async () => {
  const { server } = startServer(-5 * MINUTE_MS);
  server.changedAt -= 2 * MINUTE_MS;
  writeDrafts(keyOf(id, ME), [{ values: market(2), savedAt: Date.now(), etag: '"1"' }]);
  const sync = await open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sync.values()).toMatchObject(market(2));
  expect(server.score).toBe(2);
});
