import { API_BASE } from '#domain/api.ts';
import { DATA_PREFIX, OFFLINE_HEADER } from '#app/storage/offline-data.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Own drafts and proposals, and the programs that they are for; nothing that admins ask for. */
const KEPT = new RegExp(
  `^${API_BASE}/(?:drafts/[^/]*|proposals/(?:${UUID}(?:/timeline)?)?|programs/(?:${UUID})?)$`,
);
/** The newest answers that are kept for one session, at most. */
const MOST = 60;
/** Milliseconds without an answer after which a kept one is used. */
const SILENCE_MS = 10_000;

/** Incremented when a session ends: answers to requests from before are not kept. */
let epoch = 0;

export const isKept = ({ method }: Request, { pathname }: URL): boolean =>
  method === 'GET' && KEPT.test(pathname);

export const endsSession = ({ method }: Request, { pathname }: URL): boolean =>
  (method === 'POST' && pathname === `${API_BASE}/auth/logout`) ||
  (method === 'DELETE' && pathname === `${API_BASE}/auth/me`);

async function cacheNameOf({ headers }: Request): Promise<string | undefined> {
  const token = headers.get('Authorization');
  if (!token) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return DATA_PREFIX + hex.join('').slice(0, 32);
}

/**
 * Answers from the server or, without an answer, from what was kept for this session. `done`
 * resolves when nothing is left to keep.
 */
export function answerCall(request: Request): { answer: Promise<Response>; done: Promise<void> } {
  const asked = epoch;
  const name = cacheNameOf(request);
  const fresh = fetch(request);
  const copy = fresh.then((answer) => answer.clone());
  const done = Promise.all([name, copy])
    .then(([cacheName, answer]) => keep(cacheName, request.url, answer, asked))
    // Without an answer, or without room for it, nothing is kept.
    .catch(() => undefined);
  return { answer: freshOrKept(request.url, fresh, name), done };
}

async function freshOrKept(
  url: string,
  fresh: Promise<Response>,
  name: Promise<string | undefined>,
): Promise<Response> {
  const soon = await Promise.race([fresh, silence()]).catch(() => undefined);
  if (soon) return soon;
  const cacheName = await name;
  const kept = cacheName && (await caches.match(url, { cacheName, ignoreVary: true }));
  return kept ? marked(kept) : fresh;
}

const silence = () =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SILENCE_MS));

async function keep(
  name: string | undefined,
  url: string,
  answer: Response,
  asked: number,
): Promise<void> {
  if (!name) return;
  if (answer.status === 401) return void (await caches.delete(name));
  // A session that was refused before it kept anything, such as an admin, gets no cache.
  if (!answer.ok && !(await caches.has(name))) return;
  const cache = await caches.open(name);
  if (answer.ok) await cache.put(url, answer);
  // Deleted meanwhile: it must not reappear offline.
  else if (answer.status === 404) await cache.delete(url);
  const older = (await cache.keys()).slice(0, -MOST);
  await Promise.all(older.map((request) => cache.delete(request)));
  await forget((other) => other !== name || asked !== epoch);
}

function marked(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set(OFFLINE_HEADER, '1');
  return new Response(kept.body, { status: kept.status, headers });
}

async function forget(isDoomed: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(DATA_PREFIX));
  await Promise.all(names.filter(isDoomed).map((name) => caches.delete(name)));
}

/** Deletes the answers of every session, including requests in flight. */
export async function forgetAll(): Promise<void> {
  epoch += 1;
  await forget(() => true);
}
