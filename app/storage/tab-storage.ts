/** Survives one change of document, in this tab only. */
export function put(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Without storage the sentence is lost, but nothing else.
  }
}

export function take(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}

/** That the splash was shown in this visit says nothing about a person. */
export const SPLASH_SEEN = 'splash-seen';

/** After a logout. */
export function clearTab(): void {
  try {
    const seen = sessionStorage.getItem(SPLASH_SEEN);
    sessionStorage.clear();
    if (seen !== null) put(SPLASH_SEEN, seen);
  } catch {
    // Nothing was stored either.
  }
}

/** For a store that outlives a change of document, in this tab only. */
export const tabStorage = {
  getItem: (key: string): string | null => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: put,
  removeItem: (key: string): void => void take(key),
};

/** A sentence that outlives one change of document, in this tab only. */
const FLASH = 'flash';

export function leaveFlash(message: string): void {
  put(FLASH, message);
}

export const takeFlash = (): string | null => take(FLASH);
