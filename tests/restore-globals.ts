import { afterAll, vi } from 'vitest';

/** Files share a process: what one has put in place of a global is gone before the next begins. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
