/** Deletes drafts whose program closed long ago. */
import { DAY_MS } from '#domain/durations.ts';
import { DRAFTS } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isFileKey } from '../files/store.ts';
import { deleteFiles } from '../files/delete-files.ts';
import * as store from './store.ts';

/** Drafts deleted in one transaction. */
const BATCH = 100;

/** File keys of these documents. */
export const fileKeysOf = (documents: store.DraftDocumentRow[]): string[] =>
  documents.flatMap(({ key, parts }) => [key, ...parts.map((part) => part.key)]).filter(isFileKey);

/** File keys of all drafts for this program. */
export async function findFileKeysFor(tx: Executor, programId: string): Promise<string[]> {
  const drafts = await store.listDraftsFor(tx, programId);
  return fileKeysOf(
    await store.listDocuments(
      tx,
      drafts.map(({ id }) => id),
    ),
  );
}

/** Deletes drafts whose program closed thirty days ago. Returns how many. */
export async function deleteExpiredDrafts(services: Services): Promise<number> {
  const { db, clock } = services;
  const closedBefore = new Date(clock().getTime() - DRAFTS.daysAfterDeadline * DAY_MS);
  let deleted = 0;
  for (;;) {
    const { ids, keys } = await db.write(async (tx) => {
      const found = (await store.listExpired(tx, closedBefore, BATCH)).map(({ id }) => id);
      const documents = await store.listDocuments(tx, found);
      for (const id of found) await store.deleteDraft(tx, id);
      return { ids: found, keys: fileKeysOf(documents) };
    });
    await deleteFiles(services, keys);
    deleted += ids.length;
    if (ids.length < BATCH) return deleted;
  }
}
