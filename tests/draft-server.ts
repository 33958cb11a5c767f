import { vi } from 'vitest';

/** What `fetch` throws. */
export const silence = () => new TypeError('No connection.');

/** The calls of a server with one draft, which can fall silent; `changed` makes a 412. */
export function startDraftServer(changed: () => Error) {
  const server = {
    values: null as Record<string, string> | null,
    version: 0,
    savedAt: 0,
    isSilent: false,
    saves: 0,
  };
  const answer = () => ({
    values: server.values!,
    etag: `"${server.version}"`,
    savedAt: server.savedAt,
  });
  const calls = {
    fetch: async () => {
      if (server.isSilent) throw silence();
      return server.values && answer();
    },
    save: async (values: Record<string, string>, etag: string | null) => {
      if (server.isSilent) throw silence();
      if (etag !== null && etag !== `"${server.version}"`) throw changed();
      Object.assign(server, { values, version: server.version + 1, saves: server.saves + 1 });
      server.savedAt = Date.now();
      return answer();
    },
  };
  return { server, calls };
}

let forms = 0;

/** An empty local storage and stopped clocks; returns the key of a form that was never open. */
export function openBrowser(): string {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.useFakeTimers();
  forms += 1;
  return `submit:program:person${forms}`;
}

/** A browser that stores nothing: private mode, or a full disk. */
export const refuseStorage = () =>
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  });

export function closeBrowser(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
