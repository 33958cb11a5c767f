/** Every SQL statement about the versions of proposals. */
import { sql } from 'kysely';
import type { Executor } from '../db/open.ts';
import type { ProposalVersionsTable, VersionDocumentsTable } from '../db/touch-tables.ts';

export type VersionRow = ProposalVersionsTable;
type VersionDocument = Pick<VersionDocumentsTable, 'version' | 'kind' | 'key' | 'sha256'>;

/** Oldest first. */
export async function listVersions(db: Executor, proposalId: string): Promise<VersionRow[]> {
  return db
    .selectFrom('proposal_versions')
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .orderBy('version')
    .execute();
}

export async function listVersionDocuments(
  db: Executor,
  proposalId: string,
): Promise<VersionDocument[]> {
  return db
    .selectFrom('version_documents')
    .select(['version', 'kind', 'key', 'sha256'])
    .where('proposal_id', '=', proposalId)
    .execute();
}

/** With the documents that the proposal has now. */
export async function insertVersion(tx: Executor, row: VersionRow): Promise<void> {
  await tx.insertInto('proposal_versions').values(row).execute();
  await tx
    .insertInto('version_documents')
    .columns(['proposal_id', 'version', 'kind', 'key', 'size', 'sha256', 'scanned_at', 'threat'])
    .expression(
      tx
        .selectFrom('documents')
        .select([
          'proposal_id',
          sql<number>`cast(${row.version} as integer)`.as('version'),
          ...(['kind', 'key', 'size', 'sha256', 'scanned_at', 'threat'] as const),
        ])
        .where('proposal_id', '=', row.proposal_id),
    )
    .execute();
}

/** Its documents go with it. */
export async function deleteVersion(
  tx: Executor,
  { proposal_id, version }: Pick<VersionRow, 'proposal_id' | 'version'>,
): Promise<void> {
  for (const table of ['version_documents', 'proposal_versions'] as const)
    await tx
      .deleteFrom(table)
      .where('proposal_id', '=', proposal_id)
      .where('version', '=', version)
      .execute();
}

/** When the receipt was issued. */
export async function findReceivedAt(
  db: Executor,
  number: string | null,
): Promise<Date | undefined> {
  if (number === null) return undefined;
  const row = await db
    .selectFrom('receipts')
    .select('received_at')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.received_at;
}
