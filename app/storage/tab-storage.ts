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
