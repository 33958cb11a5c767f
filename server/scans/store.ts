import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { Db, Executor } from '../db/open.ts';
import type { Row } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import type { ClaimedJob, Queue } from '../queue/store.ts';

type ScanJob = Pick<Row<'documents'>, 'key' | 'sha256' | 'kind' | 'proposal_id'>;
export type UncheckedDocument = ClaimedJob<ScanJob>;

/**
 * Documents with the fewest tries go first, so that one that cannot be scanned does not block the
 * others; among those, the newest: people who have just submitted can still replace a file, even
 * while thousands wait because scanning was only now switched on.
 */
export const SCANS: Queue<ScanJob> = {
  table: 'documents',
  id: 'key',
  dueAt: 'scan_due_at',
  tries: 'scan_tries',
  columns: ['key', 'sha256', 'kind', 'proposal_id'],
  isOpen: sql`scanned_at is null`,
  isDue: (now) => sql`(scan_due_at is null or scan_due_at <= ${now})`,
  order: sql`scan_tries, created_at desc, key desc`,
};

/**
 * Records the verdict once, even if two instances have one; false if the document no longer exists
 * or has a verdict already. A threat is audited.
 */
export async function noteVerdict(
  db: Db,
  { key, kind, proposal_id }: UncheckedDocument,
  threat: string | null,
  clock: () => Date,
): Promise<boolean> {
  return db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('documents')
      .set({ scanned_at: clock(), threat, scan_due_at: null })
      .where('key', '=', key)
      .where('scanned_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await tx
      .updateTable('version_documents')
      .set({ scanned_at: clock(), threat })
      .where('key', '=', key)
      .execute();
    if (threat !== null)
      await audit(
        tx,
        { actor: { role: 'visitor' }, clock },
        'documents.threat',
        'proposal',
        proposal_id,
        { after: { kind, threat } },
      );
    await raiseVersion(tx, 'proposals');
    return true;
  });
}

/**
 * Releases a document as if it had never been claimed: the failed scan had nothing to do with it.
 */
export async function releaseDocument(db: Executor, key: string): Promise<void> {
  await db
    .updateTable('documents')
    .set({ scan_due_at: null, scan_tries: sql`scan_tries - 1` })
    .where('key', '=', key)
    .where('scanned_at', 'is', null)
    .execute();
}

const unchecked = (db: Executor) => db.selectFrom('documents').where('scanned_at', 'is', null);

export async function countUnchecked(db: Executor): Promise<number> {
  return (
    await unchecked(db)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;
}

export async function countThreats(db: Executor): Promise<number> {
  return (
    await db
      .selectFrom('documents')
      .where('threat', 'is not', null)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;
}
