/** Every SQL statement about clean copies of documents. */
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Executor } from '../db/open.ts';

/** A document that a round without names will show, and that nobody has tried to clean. */
export async function findUncleaned(db: Executor, now: Date) {
  return db
    .selectFrom('documents')
    .innerJoin('proposals', 'proposals.id', 'documents.proposal_id')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .select(['documents.proposal_id', 'documents.kind', 'documents.key', 'documents.size'])
    .select(['documents.sha256', 'proposals.user_id'])
    .where(({ eb, or, ref }) =>
      or([eb('clean_of', 'is', null), eb('clean_of', '!=', ref('documents.key'))]),
    )
    .where('programs.deadline_date', '<=', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('rounds')
          .select('rounds.id')
          .whereRef('rounds.program_id', '=', 'proposals.program_id')
          .where('rounds.is_blind', '=', true)
          .where('rounds.shows_documents', '=', true)
          .where('rounds.state', 'in', ['draft', 'open']),
      ),
    )
    .limit(1)
    .executeTakeFirst();
}
export type UncleanedDocument = NonNullable<Awaited<ReturnType<typeof findUncleaned>>>;

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
    .set({ clean_of: key, ...(copy ?? NO_COPY) })
    .where('proposal_id', '=', proposal_id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Null: nobody has tried yet. */
export type Cleanness = { proposal_id: string; kind: DocumentKind; isClean: boolean | null };

const cleanness = (db: Executor) =>
  db
    .selectFrom('documents')
    .innerJoin('proposals', 'proposals.id', 'documents.proposal_id')
    .select(['proposal_id', 'kind', 'key', 'clean_of', 'clean_key'])
    .orderBy('kind', 'desc');
type Row = Awaited<ReturnType<ReturnType<typeof cleanness>['execute']>>[number];

const read = ({ proposal_id, kind, key, clean_of, clean_key }: Row): Cleanness => ({
  proposal_id,
  kind,
  isClean: clean_of === key ? clean_key !== null : null,
});

export const listCleanness = async (db: Executor, programId: string): Promise<Cleanness[]> =>
  (await cleanness(db).where('proposals.program_id', '=', programId).execute()).map(read);

export const listCleannessOf = async (db: Executor, ids: string[]): Promise<Cleanness[]> =>
  ids.length === 0
    ? []
    : (await cleanness(db).where('documents.proposal_id', 'in', ids).execute()).map(read);

/** The copy of a document; undefined where there is none. */
export async function findCopy(db: Executor, where: { proposalId: string; kind: string }) {
  const row = await db
    .selectFrom('documents')
    .select(['kind', 'clean_key', 'clean_size', 'clean_sha256', 'scanned_at', 'threat'])
    .where('proposal_id', '=', where.proposalId)
    .where('kind', '=', where.kind as DocumentKind)
    .whereRef('clean_of', '=', 'key')
    .executeTakeFirst();
  if (!row?.clean_key) return undefined;
  return {
    ...{ kind: row.kind, scanned_at: row.scanned_at, threat: row.threat },
    ...{ key: row.clean_key, size: Number(row.clean_size), sha256: row.clean_sha256! },
  };
}
