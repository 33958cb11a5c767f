/** Records of this device by key, each parsed once and written whole: contract §9.9. */
import { keysOf, parse, read, write } from './local-storage.ts';

type Waiting = { unsent: unknown[] };

export function createRecords<Record extends Waiting>(prefix: string) {
  const last = new Map<string, { text: string | null; record: Record | null }>();
  /** Those that this browser refuses to store: they last until the page is left. */
  const unstored = new Set<string>();
  const listeners = new Set<() => void>();

  const records = {
    read(key: string): Record | null {
      const known = last.get(key);
      if (known && unstored.has(key)) return known.record;
      const text = read(prefix + key);
      if (known?.text === text) return known.record;
      const found = parse<Record>(text);
      const record = Array.isArray(found?.unsent) ? found : null;
      last.set(key, { text, record });
      return record;
    },
    isStored: (key: string): boolean => !unstored.has(key),
    write(key: string, record: Record | null): void {
      const text = record && JSON.stringify(record);
      write(prefix + key, text);
      if (read(prefix + key) === text) unstored.delete(key);
      else unstored.add(key);
      last.set(key, { text, record });
      for (const listener of listeners) listener();
    },
    change(key: string, change: (record: Record) => Record): void {
      const record = records.read(key);
      if (record) records.write(key, change(record));
    },
    /** Also hears of other tabs. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
    keys: (): string[] => [
      ...new Set([...keysOf(prefix).map((key) => key.slice(prefix.length)), ...unstored]),
    ],
  };
  return records;
}
