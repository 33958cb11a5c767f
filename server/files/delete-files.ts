import type { Logger } from 'pino';
import type { FileStore } from './store.ts';

const DELETED_AT_ONCE = 20;

/** Never rejects: a file that cannot be deleted now has no row, so the sweep will remove it. */
export async function deleteFiles(
  { files, log }: { files: FileStore; log: Pick<Logger, 'warn'> },
  keys: string[],
): Promise<void> {
  for (let first = 0; first < keys.length; first += DELETED_AT_ONCE) {
    const results = await Promise.allSettled(
      keys.slice(first, first + DELETED_AT_ONCE).map((key) => files.delete(key)),
    );
    for (const result of results)
      if (result.status === 'rejected')
        log.warn({ err: result.reason }, 'a file is left to the sweep');
  }
}
