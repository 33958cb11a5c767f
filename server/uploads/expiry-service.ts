/** Deletes unfinished uploads. */
import type { Services } from '../context.ts';
import { deleteFiles } from '../files/delete-files.ts';
import * as store from './store.ts';

/** Uploads deleted by one statement. */
const AT_ONCE = 100;

/** Deletes expired uploads with their bytes. Returns how many. */
export async function deleteExpiredUploads(services: Services): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await store.deleteExpired(services.db.read, services.clock(), AT_ONCE);
    await deleteFiles(services, deleted.flatMap(store.keysOf));
    total += deleted.length;
    if (deleted.length < AT_ONCE) return total;
  }
}
