import { expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import type { Transport } from './transport.ts';

const answer = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const clientThat = (fetch: Transport['fetch'], onUnauthorized = () => {}) =>
  createClient({ fetch, readToken: () => 'secret', onUnauthorized });

test('a list tells its total before paging, and sends the token and the filters that are set', async () => {
  const fetch = vi.fn<Transport['fetch']>(async () =>
    answer([{ id: 'p1' }], 200, { 'X-Total-Count': '1500' }),
  );
  const page = await clientThat(fetch).listAllProposals({
    skip: 10,
    q: '',
    sector: 'Entertainment & Tourism',
  });
  expect(page).toEqual({ items: [{ id: 'p1' }], total: 1500 });
  const [path, init] = fetch.mock.calls[0]!;
  expect(path).toBe('/api/v1/proposals/admin/all?skip=10&sector=Entertainment+%26+Tourism');
  expect(new Headers(init.headers).get('Authorization')).toBe('Bearer secret');
});

test("the server's sentence comes first, with its fields", async () => {
  const client = clientThat(async () =>
    answer(
      { message: 'Email already registered', code: 'email_taken', fields: { email: 'x' } },
      400,
    ),
  );
  await expect(client.getProfile({ fallback: 'Failed to fetch user' })).rejects.toMatchObject({
    status: 400,
    code: 'email_taken',
    message: 'Email already registered',
    fields: { email: 'x' },
  });
});

test("a page of a proxy's own, or no answer at all, gives the fallback", async () => {
  const fallback = { network: 'Check your connection.', failed: 'Failed.' };
  await expect(
    clientThat(async () => new Response('<html>', { status: 502 })).getProfile({ fallback }),
  ).rejects.toMatchObject({ status: 502, message: 'Failed.' });
  await expect(
    clientThat(async () => Promise.reject(new TypeError('fetch failed'))).getProfile({ fallback }),
  ).rejects.toMatchObject({ status: 0, message: 'Check your connection.' });
});

test('any 401 is announced once', async () => {
  const onUnauthorized = vi.fn();
  await expect(
    clientThat(
      async () => answer({ message: 'x', code: 'not_signed_in' }, 401),
      onUnauthorized,
    ).listPrograms(),
  ).rejects.toMatchObject({ status: 401 });
  expect(onUnauthorized).toHaveBeenCalledOnce();
});

test("a call's own time limit means no answer, and only its owner aborts it", async () => {
  const client = clientThat(
    async (_path, { signal }) =>
      new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      ),
  );
  const fallback = { network: 'Check your connection.', failed: 'Failed.' };
  await expect(
    client.getProfile({ fallback, signal: AbortSignal.timeout(5) }),
  ).rejects.toMatchObject({ status: 0, message: 'Check your connection.' });
  const stop = new AbortController();
  const stopped = client.getProfile({ fallback, signal: stop.signal });
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
});

test('a call that was sent with the token of before the renewal goes on with the new one', async () => {
  const tokens = ['old', 'new'];
  const sent: (string | null)[] = [];
  const onUnauthorized = vi.fn();
  const client = createClient({
    fetch: async (_path, init) => {
      const token = new Headers(init.headers).get('Authorization');
      sent.push(token);
      return token === 'Bearer new' ? answer({ id: 'me' }) : answer({ message: 'x' }, 401);
    },
    readToken: () => (sent.length === 0 ? tokens[0]! : tokens[1]!),
    isOutdated: (token) => token !== 'new',
    onUnauthorized,
  });
  expect(await client.getProfile()).toMatchObject({ id: 'me' });
  expect(sent).toEqual(['Bearer old', 'Bearer new']);
  expect(onUnauthorized).not.toHaveBeenCalled();
});
