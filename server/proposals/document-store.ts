/** Every SQL statement about the documents of proposals. */
import type { ExpressionBuilder } from 'kysely';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { CleanCopyColumns } from '../db/judging-tables.ts';
import type { Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';
import type { DocumentsTable, ScanColumns, Tables } from '../db/tables.ts';
import type { Scope } from './store.ts';

export type DocumentRow = Omit<
  DocumentsTable,
  'markers' | keyof ScanColumns | keyof CleanCopyColumns
> & { markers: string };

export const insertDocuments = (tx: Executor, rows: DocumentRow[]): Promise<void> =>
  insertRows(tx, 'documents', rows);

export async function deleteDocuments(
  tx: Executor,
  proposalId: string,
  kinds: DocumentKind[],
): Promise<void> {
  await tx
    .deleteFrom('documents')
    .where('proposal_id', '=', proposalId)
    .where('kind', 'in', kinds)
    .execute();
}

export type FoundDocument = { key: string; kind: DocumentKind; business_name: string } & Pick<
  DocumentsTable,
  'scanned_at' | 'threat' | 'size' | 'sha256'
>;

/** The document, if its proposal is within the scope. */
export async function findDocument(
  db: Executor,
  scope: Scope,
  where: { key: string } | { proposalId: string; kind: string },
): Promise<FoundDocument | undefined> {
  const isWanted = ({
    eb,
    and,
  }: ExpressionBuilder<Tables & { documents: DocumentsTable }, 'documents' | 'proposals'>) =>
    'key' in where
      ? eb('documents.key', '=', where.key)
      : and([
          eb('proposal_id', '=', where.proposalId),
          eb('kind', '=', where.kind as DocumentKind),
        ]);
  let query = db
    .selectFrom('documents')
    .innerJoin('proposals', 'proposals.id', 'documents.proposal_id')
    .select(['key', 'kind', 'size', 'sha256', 'business_name', 'scanned_at', 'threat'])
    .where(isWanted as never);
  if (scope !== 'all') query = query.where('proposals.user_id', '=', scope.ownerId);
  return query.executeTakeFirst();
}

/** A document of one of the proposal's versions, which may no longer be the proposal's own. */
export async function findVersionDocument(
  db: Executor,
  scope: Scope,
  where: { key: string } | { proposalId: string; kind: string; version: number },
): Promise<FoundDocument | undefined> {
  let query = db
    .selectFrom('version_documents')
    .innerJoin('proposals', 'proposals.id', 'version_documents.proposal_id')
    .select(['key', 'kind', 'size', 'sha256', 'proposals.business_name', 'scanned_at', 'threat']);
  if (scope !== 'all') query = query.where('proposals.user_id', '=', scope.ownerId);
  const chosen =
    'key' in where
      ? query.where('key', '=', where.key)
      : query
          .where('proposal_id', '=', where.proposalId)
          .where('kind', '=', where.kind as DocumentKind)
          .where('version_documents.version', '=', where.version);
  return chosen.executeTakeFirst();
}

/** The document with this key, of a proposal as it is or as it once was. */
export const findByKey = async (db: Executor, key: string): Promise<FoundDocument | undefined> =>
  (await findDocument(db, 'all', { key })) ?? (await findVersionDocument(db, 'all', { key }));

/** Every SQL statement that compares documents with stored files. */
/** Which of these file keys belong to a document, as it is or of a version; for the sweep. */
export async function findKnownDocuments(db: Executor, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('documents').select('key').where('key', 'in', keys).execute();
  const copies = await db
    .selectFrom('documents')
    .select('clean_key as key')
    .where('clean_key', 'in', keys)
    .execute();
  const versions = await db
    .selectFrom('version_documents')
    .select('key')
    .where('key', 'in', keys)
    .execute();
  return new Set([...rows, ...copies, ...versions].map(({ key }) => key!));
}

/** How many files the rows of documents refer to. */
export async function countDocuments(db: Executor): Promise<number> {
  const { total } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
