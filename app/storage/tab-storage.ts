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
