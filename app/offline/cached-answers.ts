import { API_BASE } from '#domain/api.ts';
import { dataCacheOf } from '#app/storage/offline-cache.ts';
import { DATA_PREFIX, OFFLINE_HEADER } from '#app/storage/offline-data.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The caller's own drafts and proposals, and their programs; nothing that admins request. */
const CACHEABLE = new RegExp(
  `^${API_BASE}/(?:drafts/[^/]*|proposals/(?:${UUID}(?:/timeline)?)?|programs/(?:${UUID})?)$`,
);
/** Maximum number of cached answers per session, the newest ones. */
const MOST = 60;
/** Milliseconds without an answer after which a cached one is used. */
const SILENCE_MS = 10_000;

/** Incremented when a session ends: answers to earlier requests are not cached. */
let epoch = 0;

/** Judges' rounds and reviews; admins read rounds at the same address, on other screens. */
const JUDGED = new RegExp(`^${API_BASE}/(?:rounds/|reviews/(?:${UUID})?)$`);
const JUDGING = /^https?:\/\/[^/]+\/dashboard\/judging/;

export const isCacheable = ({ method, referrer }: Request, { pathname }: URL): boolean =>
  method === 'GET' &&
  (CACHEABLE.test(pathname) || (JUDGED.test(pathname) && JUDGING.test(referrer)));

/** What a form saves as it is typed: the answer is what a `GET` of it answers from then on. */
const SAVED = new RegExp(`^${API_BASE}/(?:drafts|reviews)/${UUID}$`);

export const isSave = ({ method }: Request, { pathname }: URL): boolean =>
  method === 'PUT' && SAVED.test(pathname);

export const endsSession = ({ method }: Request, { pathname }: URL): boolean =>
  (method === 'POST' && pathname === `${API_BASE}/auth/logout`) ||
  (method === 'DELETE' && pathname === `${API_BASE}/auth/me`);

async function cacheNameOf({ headers }: Request): Promise<string | undefined> {
  const token = headers.get('Authorization');
  return token ? dataCacheOf(token) : undefined;
}

/**
 * Answers from the server or, if it does not answer, from this session's cache. `done` resolves
 * when nothing is left to store.
 */
export function answerCall(request: Request): { answer: Promise<Response>; done: Promise<void> } {
  const asked = epoch;
  const name = cacheNameOf(request);
  const fresh = fetch(request);
  const copy = fresh.then((answer) => answer.clone());
  const done = Promise.all([name, copy])
    .then(([cacheName, answer]) => store(cacheName, request.url, answer, asked))
    // Without an answer, or without room for it, nothing is cached.
    .catch(() => undefined);
  return { answer: freshOrCached(request.url, fresh, name), done };
}

/**
 * Sends a save, and puts the server's answer in place of what was cached before: a page that is
 * loaded again without a connection does not show less than was saved.
 */
export async function answerSave(request: Request): Promise<Response> {
  const answer = await fetch(request);
  // What cannot be stored is not cached any more either.
  if (answer.ok) await replaceCached(request, answer.clone()).catch(() => undefined);
  return answer;
}

async function replaceCached(request: Request, answer: Response): Promise<void> {
  const name = await cacheNameOf(request);
  if (!name || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  const older = await cache.keys(request.url, { ignoreSearch: true, ignoreMethod: true });
  await Promise.all(older.map((one) => cache.delete(one)));
  await Promise.all(older.map((one) => cache.put(one, answer.clone())));
}

async function freshOrCached(
  url: string,
  fresh: Promise<Response>,
  name: Promise<string | undefined>,
): Promise<Response> {
  const soon = await Promise.race([fresh, silence()]).catch(() => undefined);
  if (soon) return soon;
  const cacheName = await name;
  const cached = cacheName && (await caches.match(url, { cacheName, ignoreVary: true }));
  return cached ? marked(cached) : fresh;
}

const silence = () =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SILENCE_MS));

async function store(
  name: string | undefined,
  url: string,
  answer: Response,
  asked: number,
): Promise<void> {
  if (!name) return;
  if (answer.status === 401) return void (await caches.delete(name));
  // A session that was refused before anything was cached, such as an admin's, gets no cache.
  if (!answer.ok && !(await caches.has(name))) return;
  const cache = await caches.open(name);
  if (answer.ok) await cache.put(url, answer);
  // Deleted in the meantime: it must not reappear offline.
  else if (answer.status === 404) await cache.delete(url);
  const older = (await cache.keys()).slice(0, -MOST);
  await Promise.all(older.map((request) => cache.delete(request)));
  await deleteCaches((other) => other !== name || asked !== epoch);
}

function marked(cached: Response): Response {
  const headers = new Headers(cached.headers);
  headers.set(OFFLINE_HEADER, '1');
  return new Response(cached.body, { status: cached.status, headers });
}

async function deleteCaches(isDoomed: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(DATA_PREFIX));
  await Promise.all(names.filter(isDoomed).map((name) => caches.delete(name)));
}

/** Deletes the answers of every session, including requests in flight. */
export async function clearAnswers(): Promise<void> {
  epoch += 1;
  await deleteCaches(() => true);
}
