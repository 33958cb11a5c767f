import { paths } from '#app/paths.ts';
import { put, take } from './tab-storage.ts';

const NEXT = 'next';

/**
 * Remembers where to go on after the next login. Only a path of ours counts. `person`: the id of
 * who was there, where somebody was.
 */
export function saveReturnTo(path: string, person = ''): void {
  if (isOwnPath(path)) put(NEXT, person + path);
}

/**
 * Marks the way that a login leads to: the path may have been kept for somebody else in this tab,
 * of another role.
 */
export const AFTER_LOGIN = 'after-login';

/**
 * Where `person` goes after login: `?next=` first, then what was remembered for them or for a
 * visitor, else the dashboard.
 */
export function takeReturnTo(asked: string | null, person: string | undefined): string {
  const [, owner, path] = /^([^/]*)(.*)$/.exec(take(NEXT) ?? '')!;
  if (asked && isOwnPath(asked)) return asked;
  return path && (!owner || owner === person) ? path : paths.dashboard;
}

/** One leading slash, no second one and no backslash: never another host. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(path);
