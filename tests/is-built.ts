import { existsSync } from 'node:fs';

/** Whether the pages have been built; `npm test` builds them before the tests that need them. */
export const isBuilt = existsSync(new URL('../build/server/index.js', import.meta.url));
