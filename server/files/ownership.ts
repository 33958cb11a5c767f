/** Ownership of a store: it carries the id of the installation whose database knows its files. */
import type { FileStore } from './store.ts';
import { isEmptyStore } from './survey.ts';

/** `unmarked`: the store has no id, but has files. */
export type Ownership = 'own' | 'foreign' | 'unmarked';

/** Compares the two ids, and marks an empty store. */
export async function claimStore(store: FileStore, installationId: string): Promise<Ownership> {
  const marker = await store.readMarker();
  if (marker) return marker === installationId ? 'own' : 'foreign';
  return (await isEmptyStore(store)) ? markStore(store, installationId) : 'unmarked';
}

/** If two instances mark a store at the same time, one of them finds the other's id. */
export async function markStore(store: FileStore, installationId: string): Promise<Ownership> {
  await store.writeMarker(installationId);
  return (await store.readMarker()) === installationId ? 'own' : 'foreign';
}
