import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while a request is answered that began with an earlier one: when that one's first byte came, which deadlines are compared with. */
export const arrival = new AsyncLocalStorage<Date>();
