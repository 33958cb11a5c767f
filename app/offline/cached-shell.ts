/** The screens of one build for one role: documents and everything that they load. */

import { FOR_ADMINS, FOR_JUDGES, KEPT_SCREENS, OFFLINE_SCREENS } from './screen-addresses.ts';

/** Defined by vite/portal-worker.ts: each build has its own cache. */
declare const BUILD_ID: string;

const PREFIX = 'portal-shell-';
/** By the address that the worker was registered with. */
const ROLES: Partial<Record<string, keyof typeof OFFLINE_SCREENS>> = {
  [FOR_JUDGES]: 'judge',
  [FOR_ADMINS]: 'admin',
};
const ROLE = ROLES[self.location.search] ?? 'applicant';
const SHELL = `${PREFIX}${BUILD_ID}${ROLE === 'applicant' ? '' : `-${ROLE}`}`;
/** Milliseconds after which a cached document is better than a white screen. */
const SILENCE_MS = 5000;

const TEMPLATES: readonly string[] = OFFLINE_SCREENS[ROLE];
const PATTERNS = TEMPLATES.map(
  (path) => [path, new RegExp(`^${path.replaceAll('/-', '/[^/]+')}/?$`)] as const,
);

/** The address whose document is shown for this path; undefined for what only opens online. */
export const templateOf = (pathname: string): string | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(pathname))?.[0];

/**
 * Not cached in advance: admins' screens and parts, what does nothing without a line, an editor and
 * a viewer as large as everything else, and a font without which headlines look different. Cached
 * once they are fetched.
 */
const LATER =
  /\/assets\/(open-pdf|admin-|give-view|shared-rows|confirm-email|factor-|read-passkey|sign-passkey|rich-text-editor|enhance-main|.*\.woff2)/;
const ASSET = /\/assets\/[\w.-]+/g;
const IMPORTED = /["'`]\.\/([\w.-]+\.js)["'`]/g;
const MANIFEST = /\/assets\/manifest-[\w-]+\.js/;

/** All or nothing: an incomplete build is not used. */
export async function cacheShell(): Promise<void> {
  const shell = await caches.open(SHELL);
  try {
    const pages = await Promise.all(TEMPLATES.map((path) => cacheDocument(shell, path)));
    // Two instances of different releases may have answered.
    if (new Set(pages.map((html) => MANIFEST.exec(html)?.[0])).size !== 1)
      throw new Error('documents of two builds');
    const found = new Set<string>();
    const assets = new Set(pages.flatMap((html) => html.match(ASSET) ?? []));
    await Promise.all([...assets].map((address) => cacheAsset(shell, address, found)));
  } catch (error) {
    await caches.delete(SHELL);
    throw error;
  }
}

async function cacheDocument(shell: Cache, path: string): Promise<string> {
  const answer = await fetch(path, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  await shell.put(path, answer.clone());
  return answer.text();
}

/** A script with everything it imports, statically or dynamically. */
async function cacheAsset(shell: Cache, address: string, found: Set<string>): Promise<void> {
  if (found.has(address) || LATER.test(address)) return;
  found.add(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  await shell.put(address, answer.clone());
  if (!address.endsWith('.js')) return;
  const code = await answer.text();
  const imported = [...code.matchAll(IMPORTED)].map(([, name]) => `/assets/${name}`);
  await Promise.all(imported.map((other) => cacheAsset(shell, other, found)));
}

/** The previous build stays for pages that are still open; older ones are deleted. */
export async function dropOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** The document from the server, else the cached one: each uses scripts of its own build only. */
export async function answerPage(request: Request, template: string): Promise<Response> {
  const kept = KEPT_SCREENS.includes(template) && (await readDocument(template));
  if (kept) return kept;
  const fresh = fetch(request);
  const silence = new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), SILENCE_MS),
  );
  const soon = await Promise.race([fresh, silence]).catch(() => undefined);
  if (soon && soon.status < 500) return soon;
  return (await readDocument(template)) ?? fresh;
}

const readDocument = (template: string): Promise<Response | undefined> =>
  caches.match(template, { cacheName: SHELL, ignoreVary: true });

/** Its hash is in its name, so a copy from any build is the right one. */
export async function answerAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request.url, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok && (await caches.has(SHELL)))
    await (await caches.open(SHELL)).put(request.url, answer.clone());
  return answer;
}
