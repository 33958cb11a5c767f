import { join } from 'node:path';

/**
 * Environment of the processes that tests start: they share what they have compiled. Compiling is a
 * third of the cost of a start.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/tests'),
};
