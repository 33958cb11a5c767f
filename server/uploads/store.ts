import { randomUUID } from 'node:crypto';
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { isReachedBy } from '../members/store.ts';

export type Upload = Row<'draft_documents'>;

/** All files of an upload in the file store, including the merged one, which may exist already. */
export const keysOf = ({ key, parts }: Pick<Upload, 'key' | 'parts'>): string[] => [
  ...new Set([key, ...parts.map((part) => part.key)]),
];

export const findUpload = (db: Executor, personId: string, id: string) =>
  db
    .selectFrom('draft_documents')
    .selectAll()
    .where('id', '=', id)
    .where(isReachedBy('upload', personId))
    .executeTakeFirst();

/** Bytes of all documents in the person's drafts, including those still to come. */
export async function sumSizes(db: Executor, ownerId: string): Promise<number> {
  const { total } = await db
    .selectFrom('draft_documents')
    .select(({ fn }) => fn.sum<number | null>('size').as('total'))
    .where('user_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** Nobody else has the lease, and nothing has been added since it was read. */
const unchanged = (db: Executor, { id, received, state }: Upload) =>
  db
    .updateTable('draft_documents')
    .where('id', '=', id)
    .where('received', '=', received)
    .where('state', '=', state);

const isOne = ({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean => numUpdatedRows === 1n;

/** True for the one caller that may write to it, or check it, until then. */
export async function acquireLease(db: Executor, upload: Upload, now: Date, until: Date) {
  return isOne(
    await unchanged(db, upload)
      .set({ leased_until: until })
      .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))
      .executeTakeFirst(),
  );
}

/** `until` null releases it. */
export async function changeLease(db: Executor, upload: Upload, until: Date | null): Promise<void> {
  await unchanged(db, upload).set({ leased_until: until }).execute();
}

export async function deleteLeases(db: Executor): Promise<void> {
  await db
    .updateTable('draft_documents')
    .set({ leased_until: null })
    .where('leased_until', 'is not', null)
    .execute();
}

type UploadState = Pick<Upload, 'received' | 'parts' | 'state' | 'leased_until'> &
  Partial<Pick<Upload, 'key'>>;

/** False if another request has written to it in the meantime, or it was deleted. */
export async function saveParts(db: Executor, upload: Upload, { parts, ...changes }: UploadState) {
  return isOne(
    await unchanged(db, upload)
      .set({ ...changes, parts: JSON.stringify(parts) })
      .executeTakeFirst(),
  );
}

export type Verdict =
  | { state: 'refused'; message: string }
  | { state: 'ready'; key: string; sha256: string; pages: number | null; markers: string };

/** False if it was replaced or deleted during the check. */
export async function saveVerdict(tx: Executor, upload: Upload, verdict: Verdict) {
  return isOne(
    await unchanged(tx, upload)
      .set({ ...verdict, parts: '[]', leased_until: null })
      .executeTakeFirst(),
  );
}

/** False if it was replaced or deleted during the check. */
export const dropUpload = async (tx: Executor, { id, received, state }: Upload) =>
  (await table('draft_documents').remove(tx, { id, received, state })) === 1;

/** Complete uploads that nobody is checking: their process died, or was overloaded. */
export async function listUnchecked(db: Executor, now: Date, limit: number): Promise<Upload[]> {
  return db
    .selectFrom('draft_documents')
    .selectAll()
    .where('state', '=', 'checking')
    .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Deletes up to `limit` unfinished uploads that have expired, and returns them. */
export async function deleteExpired(db: Executor, now: Date, limit: number): Promise<Upload[]> {
  return (
    db
      .deleteFrom('draft_documents')
      // The last byte may arrive between finding and deleting it.
      .where('state', '=', 'uploading')
      .where('id', 'in', (query) =>
        query
          .selectFrom('draft_documents')
          .select('id')
          .where('state', '=', 'uploading')
          .where('expires_at', '<', now)
          .limit(limit),
      )
      .returningAll()
      .execute()
  );
}

/** A new file key of a whole document: nobody else writes to it, or deletes it. */
export const newDocumentKey = (ownerId: string): string => `${ownerId}/${randomUUID()}.pdf`;

const PART = /^uploads\/([0-9a-f-]{36})-\d+-[0-9a-f-]{36}$/;

export const partKeyOf = (uploadId: string, start: number, random: string): string =>
  `uploads/${uploadId}-${start}-${random}`;

/** For the sweep: a part names its upload. */
export async function findKnownUploadFiles(db: Executor, keys: string[]): Promise<Set<string>> {
  const ids = keys.flatMap((key) => PART.exec(key)?.[1] ?? []);
  const rows = await db
    .selectFrom('draft_documents')
    .select(['key', 'parts'])
    .where((is) => is.or([is('key', 'in', keys), ...(ids.length > 0 ? [is('id', 'in', ids)] : [])]))
    .execute();
  return new Set(rows.flatMap(keysOf));
}

/** Unfinished uploads that have not expired. */
export async function countOpenUploads(db: Executor, now: Date): Promise<number> {
  const { total } = await db
    .selectFrom('draft_documents')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('state', '=', 'uploading')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Submissions that were received in time and wait for documents; the earliest end of a grace
 * period.
 */
export async function findWaitingSubmissions(db: Executor) {
  const state = 'waiting_for_documents';
  const first = await db
    .selectFrom('receipts')
    .select('complete_until')
    .where('state', '=', state)
    .orderBy('complete_until')
    .limit(1)
    .executeTakeFirst();
  const total = await table('receipts').count(db, { state });
  return { total, nextEnd: first?.complete_until ?? null };
}
