/** What judges read of a proposal, and clean copies of its documents. */
import { sql } from 'kysely';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import type { CoveredTexts, Row } from '../db/tables.ts';
import { peopleOf, type Person } from '../members/store.ts';
import { listAnswersOf } from '../questions/store.ts';
import type { ClaimedJob, Queue } from '../queue/store.ts';
import type { ReviewRow } from './review-store.ts';

const entered = (db: Executor) =>
  db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .leftJoin('redactions', (join) =>
      join
        .onRef('redactions.round_id', '=', 'entries.round_id')
        .onRef('redactions.proposal_id', '=', 'entries.proposal_id'),
    )
    .select(['entries.proposal_id', 'proposals.business_name'])
    .select(['proposals.business_location', 'proposals.business_website', 'entries.region'])
    .select(['proposals.business_sector', 'redactions.text as redaction'])
    .select(['redactions.is_exact', 'proposals.rich_text_mark', 'entries.covered'])
    .select(['users.first_name', 'users.last_name', 'users.phone_number'])
    .select(sql<string>`coalesce(users.email, '')`.as('email'));

type Entered = Awaited<ReturnType<ReturnType<typeof entered>['execute']>>[number];
/** Empty in lists, which show neither. */
type Texts = { business_description: string; answers: Answer[] };
export type JudgedRow = Entered & Texts & { members: Person[] };

/** By review; `isWhole`: with descriptions and answers, which are long. */
export async function findJudged(
  db: Executor,
  reviews: readonly Pick<ReviewRow, 'id'>[],
  isWhole: boolean,
) {
  const ids = reviews.map(({ id }) => id);
  const query = entered(db)
    .innerJoin('judge_reviews', 'judge_reviews.entry_id', 'entries.id')
    .select('judge_reviews.id as review_id')
    .where('judge_reviews.id', 'in', ids);
  const empty = { business_description: '', answers: [] as Answer[] };
  const rows = isWhole
    ? await withAnswers(db, await query.select('proposals.business_description').execute())
    : (await query.execute()).map((row) => ({ ...row, ...empty }));
  return new Map((await withMembers(db, rows)).map((row) => [row.review_id, row]));
}

/** As judges of blind rounds have them, by entry. */
export async function listBlind(db: Executor, proposalIds: string[]) {
  const rows = await entered(db)
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['entries.id as entry_id', 'proposals.business_description'])
    .where('entries.proposal_id', 'in', proposalIds)
    .where('rounds.is_blind', '=', true)
    .execute();
  return withMembers(db, await withAnswers(db, rows));
}

export const keepCovered = (tx: Executor, id: string, texts: CoveredTexts) =>
  table('entries').change(tx, { id }, { covered: JSON.stringify(texts) });

const idsIn = (rows: Entered[]) => rows.map(({ proposal_id }) => proposal_id!);

async function withMembers<R extends Entered>(db: Executor, rows: R[]) {
  const members = await peopleOf(db, idsIn(rows));
  return rows.map((row) => ({ ...row, members: members.get(row.proposal_id!) ?? [] }));
}

/** Judges see nothing of files: neither that there is one, nor its name. */
async function withAnswers<R extends Entered>(db: Executor, rows: R[]) {
  const answers = await listAnswersOf(db, idsIn(rows));
  const shown = (id: string) => (answers.get(id) ?? []).filter(({ kind }) => kind !== 'file');
  return rows.map((row) => ({ ...row, answers: shown(row.proposal_id!) }));
}

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
export const releaseCleaning = (db: Executor, { key }: UncleanedDocument, dueAt: Date) =>
  db
    .updateTable('documents')
    .set({ clean_due_at: dueAt, clean_tries: sql`clean_tries - 1` })
    .where('key', '=', key)
    .execute();

type Copy = { clean_key: string; clean_size: number; clean_sha256: string };
const NO_COPY = { clean_key: null, clean_size: null, clean_sha256: null };

/** False if the document was replaced meanwhile. Without a copy: it cannot be cleaned. */
export async function setCopy(
  db: Executor,
  { proposal_id, kind, key }: UncleanedDocument,
  copy?: Copy,
) {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ clean_of: key, clean_due_at: null, ...(copy ?? NO_COPY) })
    .where('proposal_id', '=', proposal_id)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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

/** `isClean` null: nobody has tried yet; `cleanSize`: in bytes, null where there is no copy. */
const read = ({ key, clean_of, clean_key, clean_size, size, proposal_id, kind }: Found) => ({
  ...{ proposal_id, kind, size: Number(size) },
  isClean: clean_of === key ? clean_key !== null : null,
  cleanSize: clean_size === null ? null : Number(clean_size),
});

export const listCleanness = async (db: Executor, programId: string) =>
  (await cleanness(db).where('proposals.program_id', '=', programId).execute()).map(read);

export const listCleannessOf = async (db: Executor, ids: string[]) =>
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
