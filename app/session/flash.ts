/** A sentence that outlives one change of document, in this tab only. */
const FLASH = 'flash';
const NEXT = 'next';

export function leaveFlash(message: string): void {
  put(FLASH, message);
}

export const takeFlash = (): string | null => take(FLASH);

/** Remembers where to go on after the next login. Only a path of ours counts. */
export function rememberNext(path: string): void {
  if (isOwnPath(path)) put(NEXT, path);
}

/** Marks the way that a login leads to: the path may have been kept for somebody else in this tab, of another role. */
export const AFTER_LOGIN = 'after-login';

/** Where to go after login: `?next=` first, then what was remembered, else the dashboard. */
export function takeNext(asked: string | null): string {
  const remembered = take(NEXT);
  if (asked && isOwnPath(asked)) return asked;
  return remembered ?? '/dashboard';
}

/** One leading slash, no second one and no backslash: never another host (trust.md, links). */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(path);

function put(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Without storage the sentence is lost, nothing else.
  }
}

function take(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}
