/** Every SQL statement about uploads in chunks. */
import type { Executor } from '../db/open.ts';
import type { UploadPiecesTable, UploadsTable } from '../db/tables.ts';

export type Upload = Pick<UploadsTable, (typeof COLUMNS)[number]>;
export type Chunk = UploadPiecesTable;
/** What changes when a chunk has completed the head of a form. */
export type Received = Pick<UploadsTable, 'received_at' | 'frozen' | 'program_id'>;

const COLUMNS = [
  'id',
  'call',
  'fingerprint',
  'content_type',
  'size',
  'answer',
  'received_at',
  'frozen',
  'program_id',
  'completed_at',
] as const;

const toUpload = (row: Upload | undefined): Upload | undefined =>
  row && { ...row, size: Number(row.size) };

export async function findUpload(
  db: Executor,
  ownerId: string,
  id: string,
  now: Date,
): Promise<Upload | undefined> {
  return toUpload(
    await db
      .selectFrom('uploads')
      .select(COLUMNS)
      .where('user_id', '=', ownerId)
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  );
}

export async function findUploadByKey(
  db: Executor,
  ownerId: string,
  key: string,
  now: Date,
): Promise<Upload | undefined> {
  return toUpload(
    await db
      .selectFrom('uploads')
      .select(COLUMNS)
      .where('user_id', '=', ownerId)
      .where('key', '=', key)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  );
}

/** False when another request has opened one under the same key meanwhile. */
export async function insertUpload(db: Executor, row: UploadsTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('uploads')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * The person's uploads that have to make room for one more under this key: an earlier one of the
 * same name, and the oldest above `most`.
 */
export async function findCrowded(
  db: Executor,
  ownerId: string,
  key: string,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'key'])
    .where('user_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const others = rows.filter((row) => row.key !== key);
  return [...rows.filter((row) => row.key === key), ...others.slice(most - 1)].map(({ id }) => id);
}

/** In the order of their bytes. */
export async function listChunks(db: Executor, uploadId: string): Promise<UploadPiecesTable[]> {
  const rows = await db
    .selectFrom('upload_pieces')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute();
  return rows.map((row) => ({ ...row, start: Number(row.start), size: Number(row.size) }));
}

/** False when another chunk already begins there. */
export async function insertChunk(db: Executor, row: UploadPiecesTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('upload_pieces')
    .values(row)
    .onConflict((conflict) => conflict.columns(['upload_id', 'start']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function changeUpload(
  tx: Executor,
  id: string,
  changes: Partial<Received & Pick<UploadsTable, 'completed_at'>>,
): Promise<void> {
  await tx.updateTable('uploads').set(changes).where('id', '=', id).execute();
}

/** Of the program that a submission names, or that an edited proposal was submitted to. */
export async function findDeadline(
  db: Executor,
  { call, program_id }: Pick<Upload, 'call' | 'program_id'>,
): Promise<Date | undefined> {
  const programs = db.selectFrom('programs').select('deadline_date');
  const proposalId = /^PATCH \/proposals\/(.+)$/.exec(call)?.[1];
  const found = proposalId
    ? programs.where(
        'id',
        '=',
        db.selectFrom('proposals').select('program_id').where('id', '=', proposalId),
      )
    : programs.where('id', '=', program_id);
  return (await found.executeTakeFirst())?.deadline_date;
}

/** Answers the keys of their files, which are the caller's to delete after the commit. */
export async function deleteUploads(tx: Executor, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const chunks = await tx
    .selectFrom('upload_pieces')
    .select('key')
    .where('upload_id', 'in', ids)
    .execute();
  await tx.deleteFrom('uploads').where('id', 'in', ids).execute();
  return chunks.map(({ key }) => key);
}

/**
 * True for the one who may finish it now; a second one has to wait until `until`. Nobody finishes
 * what has been answered.
 */
export async function acquireLease(
  db: Executor,
  id: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const free = db
    .updateTable('uploads')
    .set({ finishing_until: until })
    .where('id', '=', id)
    .where('answer', 'is', null);
  const { numUpdatedRows } = await free
    .where((is) => is.or([is('finishing_until', 'is', null), is('finishing_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function renewLease(db: Executor, id: string, until: Date): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ finishing_until: until })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .execute();
}

export async function releaseLease(db: Executor, id: string): Promise<void> {
  await db.updateTable('uploads').set({ finishing_until: null }).where('id', '=', id).execute();
}

/**
 * Keeps what was answered, for whoever asks again, and forgets the chunks. Answers the keys of
 * their files.
 */
export async function saveAnswer(tx: Executor, id: string, answer: string): Promise<string[]> {
  const chunks = await tx
    .deleteFrom('upload_pieces')
    .where('upload_id', '=', id)
    .returning('key')
    .execute();
  await tx
    .updateTable('uploads')
    .set({ answer, finishing_until: null })
    .where('id', '=', id)
    .execute();
  return chunks.map(({ key }) => key);
}

/** For the sweep. */
export async function findKnownChunks(db: Executor, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('upload_pieces')
    .select('key')
    .where('key', 'in', keys)
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Answers how many ran out before; the sweep deletes their files. */
export async function deleteUploadsBefore(db: Executor, instant: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('expires_at', '<', instant)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
