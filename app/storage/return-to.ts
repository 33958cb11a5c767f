import { HOUR_MS } from '#domain/constants.ts';
import { paths } from '#app/paths.ts';
import { readReturn, writeReturn, type ReturnTo } from './local-storage.ts';
import { put, take } from './tab-storage.ts';

const NEXT = 'next';

/**
 * Remembers where to continue after the next login. Only our own paths are accepted. `person`: the
 * id of the person who was logged in, if any. A visitor may register and log in in two tabs, so
 * theirs is kept for an hour on this device too.
 */
export function saveReturnTo(path: string, person = ''): void {
  if (!isOwnPath(path)) return;
  put(NEXT, person + path);
  if (!person) writeReturn({ to: path, at: Date.now() });
}

/**
 * Marks a redirect after login: the path may have been remembered for somebody else in this tab,
 * with another role.
 */
export const AFTER_LOGIN = 'after-login';

/**
 * Where `person` goes after login: `?next=`, otherwise the path remembered for them or for a
 * visitor, otherwise the dashboard.
 */
export function takeReturnTo(asked: string | null, person: string | undefined): string {
  const saved = readReturn();
  const [, owner, path] = /^([^/]*)(.*)$/.exec(take(NEXT) ?? (isRecent(saved) ? saved.to : ''))!;
  writeReturn(null);
  if (asked && isOwnPath(asked)) return asked;
  return path && (!owner || owner === person) ? path : paths.dashboard;
}

const isRecent = (saved: ReturnTo | null): saved is ReturnTo =>
  saved !== null && Math.abs(Date.now() - saved.at) < HOUR_MS;

/** One leading slash, no second one and no backslash: never another host. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(path);
