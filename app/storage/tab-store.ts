import { put, take } from './tab-storage.ts';

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
