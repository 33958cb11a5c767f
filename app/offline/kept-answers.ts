import { API_BASE } from '#domain/api.ts';
import { DATA_PREFIX, OFFLINE_HEADER } from '#app/storage/offline-data.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Own drafts and proposals, and the programs that they are for; nothing that admins ask for. */
const KEPT = new RegExp(
  `^${API_BASE}/(?:drafts/[^/]*|proposals/(?:${UUID}(?:/timeline)?)?|programs/(?:${UUID})?)$`,
);
/** Answers that are kept of one session: the newest. */
const MOST = 60;
/** Milliseconds after which an answer that is kept is better than none. */
const SILENCE_MS = 5000;

/** Sessions that have ended while an answer was still on its way. */
const ended = new Set<string>();

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

/** Fresh from the server; what was kept of this session where no answer comes. */
export async function answerCall(request: Request): Promise<Response> {
  const name = await cacheNameOf(request);
  if (!name) return fetch(request);
  const fresh = fetch(request).then(async (answer) => {
    await keep(name, request.url, answer.clone());
    return answer;
  });
  const soon = await Promise.race([fresh, silence()]).catch(() => undefined);
  if (soon) return soon;
  const kept = await caches.match(request.url, { cacheName: name, ignoreVary: true });
  return kept ? marked(kept) : fresh;
}

const silence = () =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SILENCE_MS));

async function keep(name: string, url: string, answer: Response): Promise<void> {
  if (answer.status === 401) return forget(name);
  if (!answer.ok || ended.has(name)) return;
  const cache = await caches.open(name);
  await cache.put(url, answer);
  const older = (await cache.keys()).slice(0, -MOST);
  await Promise.all(older.map((request) => cache.delete(request)));
  // Of whoever used this phone before.
  const others = (await caches.keys()).filter(
    (other) => other.startsWith(DATA_PREFIX) && other !== name,
  );
  await Promise.all(others.map((other) => caches.delete(other)));
  // It may have ended meanwhile.
  if (ended.has(name)) await caches.delete(name);
}

function marked(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set(OFFLINE_HEADER, '1');
  return new Response(kept.body, { status: kept.status, headers });
}

async function forget(name: string): Promise<void> {
  ended.add(name);
  await caches.delete(name);
}

/** Of the session that this request ends. */
export async function forgetSessionOf(request: Request): Promise<void> {
  const name = await cacheNameOf(request);
  if (name) await forget(name);
}

/** Of every session. */
export async function forgetAll(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(DATA_PREFIX));
  await Promise.all(names.map(forget));
}
