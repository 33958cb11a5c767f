/** Every SQL statement about which documents were checked for viruses. */
import { sql } from 'kysely';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { audit } from '../audit.ts';
import type { Db, Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';

export type UncheckedDocument = {
  key: string;
  sha256: string;
  kind: DocumentKind;
  proposal_id: string;
  /** This one included. */ tries: number;
};

const unchecked = (db: Executor) => db.selectFrom('documents').where('scanned_at', 'is', null);

const dueDocument = (db: Executor, now: Date) =>
  unchecked(db)
    .where((eb) => eb.or([eb('scan_due_at', 'is', null), eb('scan_due_at', '<=', now)]))
    .orderBy('scan_tries')
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .limit(1);

/**
 * Takes a document whose turn it is for this instance alone, until `leaseUntil`. After a crash it
 * comes back then. Those tried least come first, so that what can't be checked holds up nobody, and
 * of them the newest: who has just submitted may still send another file, also where thousands wait
 * because scanning was only now switched on.
 */
export async function claimDocument(
  db: Db,
  now: Date,
  leaseUntil: Date,
): Promise<UncheckedDocument | undefined> {
  // A look without a lock first: an idle instance writes nothing.
  if (!(await dueDocument(db.read, now).select('key').executeTakeFirst())) return undefined;
  return db.write(async (tx) => {
    const due = dueDocument(tx, now).select(['key', 'sha256', 'kind', 'proposal_id', 'scan_tries']);
    const found = await (
      db.engine === 'postgres' ? due.forUpdate().skipLocked() : due
    ).executeTakeFirst();
    if (!found) return undefined;
    const { scan_tries, ...document } = found;
    const tries = scan_tries + 1;
    await tx
      .updateTable('documents')
      .set({ scan_due_at: leaseUntil, scan_tries: tries })
      .where('key', '=', found.key)
      .execute();
    return { ...document, tries };
  });
}

/**
 * Notes the verdict once, whoever comes second; false when the document is gone or has one already.
 * What was found is audited.
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
    if (threat !== null)
      await audit(
        tx,
        { actor: { role: 'visitor' }, clock },
        'documents.threat',
        'proposal',
        proposal_id,
        { kind, threat },
      );
    await raiseVersion(tx, 'proposals');
    return true;
  });
}

/** False when the document is gone, or was checked by somebody else. */
export async function postponeDocument(db: Executor, key: string, dueAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ scan_due_at: dueAt })
    .where('key', '=', key)
    .where('scanned_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Gives a document back as if it had never been taken: that it was not checked had nothing to do
 * with it.
 */
export async function returnDocument(db: Executor, key: string): Promise<void> {
  await db
    .updateTable('documents')
    .set({ scan_due_at: null, scan_tries: sql`scan_tries - 1` })
    .where('key', '=', key)
    .where('scanned_at', 'is', null)
    .execute();
}

/** When the next document's turn comes; undefined when none waits, or one waits already. */
export async function nextScanTurn(db: Executor): Promise<Date | undefined> {
  const row = await unchecked(db)
    .select((eb) => eb.fn.min('scan_due_at').as('due'))
    .where('scan_due_at', 'is not', null)
    .executeTakeFirst();
  return row?.due ? new Date(row.due) : undefined;
}

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
