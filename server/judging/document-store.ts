import { sql } from 'kysely';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { Executor } from '../db/open.ts';
import type { Row } from '../db/tables.ts';
import type { ClaimedJob, Queue } from '../queue/store.ts';

type CleaningJob = Pick<Row<'documents'>, 'proposal_id' | 'kind' | 'key' | 'size' | 'sha256'>;
export type UncleanedDocument = ClaimedJob<CleaningJob>;

/** Documents that a round without names will show, and that have no copy and no verdict. */
export const CLEANINGS: Queue<CleaningJob> = {
  table: 'documents',
  id: 'key',
  dueAt: 'clean_due_at',
  tries: 'clean_tries',
  columns: ['proposal_id', 'kind', 'key', 'size', 'sha256'],
  isOpen: sql`(clean_of is null or clean_of <> key) and kind in (${sql.join(
    DOCUMENT_KINDS.map((kind) => sql.lit(kind)),
  )})`,
  isDue: (now) => sql`(clean_due_at is null or clean_due_at <= ${now}) and proposal_id in (
    select proposals.id from rounds
    inner join programs on programs.id = rounds.program_id
    inner join proposals on proposals.program_id = programs.id
    where rounds.is_blind and rounds.shows_documents and rounds.state in ('draft', 'open')
      and programs.deadline_date <= ${now})`,
  order: sql`clean_tries, key`,
};

/** Takes a try back that says nothing of the document. */
export async function releaseCleaning(
  db: Executor,
  { key }: UncleanedDocument,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ clean_due_at: dueAt, clean_tries: sql`clean_tries - 1` })
    .where('key', '=', key)
    .execute();
}

type Copy = { clean_key: string; clean_size: number; clean_sha256: string };
const NO_COPY = { clean_key: null, clean_size: null, clean_sha256: null };

/** False if the document was replaced meanwhile. Without a copy: it cannot be cleaned. */
export async function setCopy(
  db: Executor,
  { proposal_id, kind, key }: UncleanedDocument,
  copy: Copy | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ clean_of: key, clean_due_at: null, ...(copy ?? NO_COPY) })
    .where('proposal_id', '=', proposal_id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Null: nobody has tried yet. */
export type Cleanness = {
  proposal_id: string;
  kind: DocumentKind;
  isClean: boolean | null;
  /** In bytes; of the copy, null where there is none. */
  size: number;
  cleanSize: number | null;
};

const cleanness = (db: Executor) =>
  db
    .selectFrom('documents')
    .innerJoin('proposals', 'proposals.id', 'documents.proposal_id')
    .select(['proposal_id', 'kind', 'key', 'size', 'clean_of', 'clean_key', 'clean_size'])
    // Files that answer questions are nothing for judges.
    .where('kind', 'in', DOCUMENT_KINDS)
    .orderBy('kind', 'desc')
    .$narrowType<{ kind: DocumentKind }>();
type Found = Awaited<ReturnType<ReturnType<typeof cleanness>['execute']>>[number];

const read = ({ key, clean_of, clean_key, clean_size, size, ...of }: Found): Cleanness => ({
  proposal_id: of.proposal_id,
  kind: of.kind,
  isClean: clean_of === key ? clean_key !== null : null,
  size: Number(size),
  cleanSize: clean_size === null ? null : Number(clean_size),
});

export const listCleanness = async (db: Executor, programId: string): Promise<Cleanness[]> =>
  (await cleanness(db).where('proposals.program_id', '=', programId).execute()).map(read);

export const listCleannessOf = async (db: Executor, ids: string[]): Promise<Cleanness[]> =>
  ids.length === 0
    ? []
    : (await cleanness(db).where('documents.proposal_id', 'in', ids).execute()).map(read);

export async function findCopy(db: Executor, where: { proposalId: string; kind: DocumentKind }) {
  const row = await db
    .selectFrom('documents')
    .select(['kind', 'clean_key', 'clean_size', 'clean_sha256', 'scanned_at', 'threat'])
    .where('proposal_id', '=', where.proposalId)
    .where('kind', '=', where.kind)
    .whereRef('clean_of', '=', 'key')
    .executeTakeFirst();
  if (!row?.clean_key) return undefined;
  return {
    ...{ kind: row.kind, words: null, scanned_at: row.scanned_at, threat: row.threat },
    ...{ key: row.clean_key, size: Number(row.clean_size), sha256: row.clean_sha256! },
  };
}
