import { join } from 'node:path';

/**
 * Settings for processes that tests start: what one of them has compiled, the next need not.
 * Compiling is most of what a start costs.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/tests'),
};
