/** Cached answers of one session, by its token: what the worker reads, and what staying keeps. */
import { DATA_PREFIX } from './offline-data.ts';

/** `authorization`: the header with the token. */
export async function dataCacheOf(authorization: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return DATA_PREFIX + hex.join('').slice(0, 32);
}

const openCache = async (token: string): Promise<Cache | undefined> =>
  caches.open(await dataCacheOf(`Bearer ${token}`));

/**
 * Reads what is cached before a session is renewed. Returns what stores it for the next token: the
 * worker deletes the old cache with the first answer to a new one.
 */
export async function takeAlong(token: string): Promise<(next: string) => Promise<void>> {
  const answers: [Request, Response][] = [];
  const read = async () => {
    if (!(await caches.has(await dataCacheOf(`Bearer ${token}`)))) return;
    const cache = await openCache(token);
    for (const request of (await cache?.keys()) ?? []) {
      const answer = await cache?.match(request, { ignoreVary: true });
      if (answer) answers.push([request, answer]);
    }
  };
  // Where nothing can be cached, nothing is lost.
  await read().catch(() => undefined);
  const store = async (next: string) => {
    const cache = answers.length > 0 ? await openCache(next) : undefined;
    for (const [request, answer] of answers)
      if (!(await cache?.match(request, { ignoreVary: true }))) await cache?.put(request, answer);
  };
  return (next) => store(next).catch(() => undefined);
}
