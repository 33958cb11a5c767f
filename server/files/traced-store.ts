import type { Tracer } from '../tracing/tracer.ts';
import type { FileStore } from './store.ts';

/** The same store with a span per file that is written, opened or deleted. */
export const traceStore = (files: FileStore, tracer: Tracer): FileStore => ({
  ...files,
  put: (key, path, facts) =>
    tracer.step('store put', { 'file.size': facts.size }, () => files.put(key, path, facts)),
  get: (key, chunkBytes) => tracer.step('store get', {}, () => files.get(key, chunkBytes)),
  delete: (key) => tracer.step('store delete', {}, () => files.delete(key)),
});
