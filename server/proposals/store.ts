/** Proposals with what belongs to each of them, and their documents. */
import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type JoinBuilder,
  type SqlBool,
} from 'kysely';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { Problem } from '#domain/problem.ts';
import type { OwnDeadline } from '#domain/programs/rules.ts';
import { SEASON } from '#domain/seasons/rules.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import { isOnPostgres, lockRows, lockRowsOn, type Db, type Executor } from '../db/open.ts';
import { insertRows, statement } from '../db/statement.ts';
import { table } from '../db/table.ts';
import type { NewRow, Row, RowChanges, Tables } from '../db/tables.ts';
import { ownExtension } from '../extensions/store.ts';
import { isReachedBy } from '../members/store.ts';
import { asksQuestions, listAnswers, wordsOf } from '../questions/store.ts';

export const proposals = table('proposals');
export const documents = table('documents');

/** Which proposals a query may see: those that one person owns or is a member of, or everybody's. */
export type Scope = { reachedBy: string } | 'all';

/** In a query of proposals. */
export const isWithin = (scope: Scope): Expression<SqlBool> =>
  scope === 'all' ? sql<SqlBool>`1 = 1` : isReachedBy('proposal', scope.reachedBy);

/** With program, applicant and both documents; for reading only. */
export type ListedRow = Awaited<
  ReturnType<ReturnType<typeof withRelations>['executeTakeFirstOrThrow']>
> & { unread_of_applicant?: number; unread_of_firm?: number };
/** Including the description, which is most of a proposal's bytes, and what else is in no list. */
export type ProposalRow = ListedRow &
  Pick<Row<'proposals'>, (typeof UNLISTED)[number]> &
  Pick<Row<'programs'>, 'announces'> & {
    evidence_sha256: string | null;
    pitch_deck_sha256: string;
    financials_sha256: string;
    asks_questions: boolean;
    answers: Answer[];
    /** The files among its answers. */
    files: StoredDocument[];
    /** How it came in, of one that the firm typed in. */
    evidence: ShownDocument | undefined;
  };

const documentOf = (kind: DocumentKind | 'evidence') => (join: JoinBuilder<any, any>) =>
  join.onRef(`${kind}.proposal_id`, '=', 'proposals.id').on(`${kind}.kind`, '=', kind);

/** Proposals joined with everything that lists present. */
export function withRelations(db: Executor) {
  return db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .innerJoin('documents as pitch_deck', documentOf('pitch_deck'))
    .innerJoin('documents as financials', documentOf('financials'))
    .leftJoin('documents as evidence', (join) =>
      documentOf('evidence')(join).on('proposals.on_behalf', '=', true),
    )
    .leftJoin('extensions', ownExtension('proposals'))
    .leftJoin('change_requests as request', (join) =>
      join
        .onRef('request.proposal_id', '=', 'proposals.id')
        .on(sql<boolean>`request.state = 'open'`),
    )
    .leftJoin('users as assignee', 'assignee.id', 'proposals.assigned_to')
    .leftJoin('users as decider', 'decider.id', 'proposals.decided_by')
    .select([
      'proposals.decision',
      'proposals.decline_reason',
      'proposals.assigned_to',
      'proposals.flagged',
      'proposals.decided_at',
      'assignee.first_name as assignee_first_name',
      'assignee.last_name as assignee_last_name',
    ])
    .select([
      'decider.id as decided_by',
      'decider.first_name as decider_first_name',
      'decider.last_name as decider_last_name',
    ])
    .select([
      'proposals.id',
      'proposals.user_id',
      'proposals.program_id',
      'proposals.created_at',
      'proposals.updated_at',
      'proposals.received_at',
      'proposals.completed_at',
      'proposals.receipt_number',
      'proposals.business_sector',
    ])
    .select([
      'proposals.region',
      'proposals.funding_stage',
      'proposals.is_approved',
      'proposals.business_name',
      'proposals.business_location',
    ])
    .select('proposals.business_website')
    .select(['request.id as request_id', 'request.due_at as request_due_at'])
    .select(['proposals.announced_decision', 'proposals.announced_reason'])
    .select(['proposals.announced_stage', 'proposals.announce_at'])
    .select(['proposals.withdrawn_at', 'proposals.withdrawn_by', 'proposals.withdrawal_reason'])
    .select(['proposals.withdrawal_due_at', 'proposals.on_behalf'])
    .select('evidence.key as evidence_key')
    .select([
      'programs.title',
      'programs.deadline_date',
      'extensions.extended_until',
      'programs.ended_at',
      'programs.delete_at',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.phone_number',
    ])
    .select([
      'pitch_deck.key as pitch_deck_key',
      'pitch_deck.size as pitch_deck_size',
      'pitch_deck.pages as pitch_deck_pages',
      'pitch_deck.markers as pitch_deck_markers',
      'pitch_deck.scanned_at as pitch_deck_scanned_at',
      'pitch_deck.threat as pitch_deck_threat',
    ])
    .select([
      'financials.key as financials_key',
      'financials.size as financials_size',
      'financials.pages as financials_pages',
      'financials.markers as financials_markers',
      'financials.scanned_at as financials_scanned_at',
      'financials.threat as financials_threat',
    ]);
}

const UNLISTED = [
  ...(['business_description', 'rich_text_mark', 'mail_text'] as const),
  ...(['version', 'desk_version', 'thread_version', 'edits'] as const),
] as const;

const withTexts = (db: Executor) =>
  withRelations(db)
    .select(UNLISTED.map((column) => `proposals.${column}` as const))
    .select((eb) => [unreadBy(eb, 'applicant'), unreadBy(eb, 'firm')])
    .select([
      'programs.announces',
      'evidence.sha256 as evidence_sha256',
      'pitch_deck.sha256 as pitch_deck_sha256',
      'financials.sha256 as financials_sha256',
      asksQuestions('proposals.program_id').as('asks_questions'),
      sql<boolean>`exists (select 1 from answers where answers.proposal_id = proposals.id)`.as(
        'is_answered',
      ),
    ]);

const anyProposal = statement((db, id: string) => withTexts(db).where('proposals.id', '=', id));
const reachedProposal = statement((db, id: string, personId: string) =>
  withTexts(db).where('proposals.id', '=', id).where(isReachedBy('proposal', personId)),
);

export async function findProposal(
  db: Executor,
  scope: Scope,
  id: string,
): Promise<ProposalRow | undefined> {
  const row = await (scope === 'all'
    ? anyProposal(db, id)
    : reachedProposal(db, id, scope.reachedBy));
  if (!row) return undefined;
  const answers = row.is_answered ? await listAnswers(db, id) : [];
  const hasFiles = answers.some(({ kind }) => kind === 'file');
  return {
    ...{ ...row, answers },
    files: hasFiles ? ((await listFiles(db, [id])).get(id) ?? []) : [],
    evidence:
      row.evidence_key === null ? undefined : await documents.find(db, { key: row.evidence_key }),
  };
}

/** A document of a proposal: `kind` is its key, and `words` are those of the question, if any. */
export type StoredDocument = Pick<
  Row<'documents'>,
  'kind' | 'key' | 'size' | 'sha256' | 'pages' | 'markers' | 'scanned_at' | 'threat'
> & { words?: string };

/** Files that answer questions, in the order of the questions, by proposal. */
export async function listFiles(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, StoredDocument[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .innerJoin('answers', (join) =>
      join
        .onRef('answers.proposal_id', '=', 'documents.proposal_id')
        .on(sql`cast(answers.question_id as text)`, '=', sql.ref('documents.kind')),
    )
    .select(['documents.proposal_id', 'documents.kind', 'key', 'size', 'sha256', 'pages'])
    .select(['markers', 'scanned_at', 'threat', 'answers.label as words'])
    .where('documents.proposal_id', 'in', ids)
    .where('answers.kind', '=', 'file')
    .orderBy('answers.place')
    .execute();
  const found = Map.groupBy(rows, ({ proposal_id }) => proposal_id);
  const toFile = ({ proposal_id: _, size, ...row }: (typeof rows)[number]) => ({
    ...row,
    size: Number(size),
  });
  return new Map([...found].map(([id, of]) => [id, of.map(toFile)]));
}

/** As lists show it. */
export type ShownDocument = Omit<StoredDocument, 'sha256'>;
type Column = Exclude<keyof ShownDocument, 'kind' | 'words'>;
type Joined = Pick<ListedRow, `${DocumentKind}_${Column}`>;
type WithDigests = Joined & Record<`${DocumentKind}_sha256`, string>;

/** Everything that a proposal has, by key: what everybody sends, then `files`. */
export const documentsOf = (
  row: WithDigests,
  files: readonly StoredDocument[],
): [StoredDocument, StoredDocument, ...StoredDocument[]] => [
  { ...joinedOf(row, 'pitch_deck'), sha256: row.pitch_deck_sha256 },
  { ...joinedOf(row, 'financials'), sha256: row.financials_sha256 },
  ...files,
];

export const joinedOf = (row: Joined, kind: DocumentKind): ShownDocument => ({
  kind,
  key: row[`${kind}_key`],
  size: row[`${kind}_size`],
  pages: row[`${kind}_pages`],
  markers: row[`${kind}_markers`],
  scanned_at: row[`${kind}_scanned_at`],
  threat: row[`${kind}_threat`],
});

/** Locked until the transaction ends: rules are checked against the row that is changed. */
export async function lockProposal(db: Db, tx: Executor, scope: Scope, id: string) {
  const query = tx.selectFrom('proposals').select('id').where('id', '=', id).where(isWithin(scope));
  return (await lockRows(db, query).executeTakeFirst()) !== undefined;
}

export const changeProposal = (tx: Executor, id: string, changes: RowChanges<'proposals'>) =>
  proposals.change(tx, { id }, changes);

const proposalsOf = statement((tx, userId: string) =>
  tx
    .selectFrom('proposals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId),
);

export const countProposalsOf = async (tx: Executor, userId: string): Promise<number> =>
  (await proposalsOf(tx, userId))!.count;

export type ProgramFacts = OwnDeadline &
  Pick<Row<'programs'>, 'id' | 'title' | 'sector' | 'opens_at' | 'is_public'>;

/** A program as it is for this applicant: with their extension. */
export const findProgramFacts: (
  db: Executor,
  id: string,
  userId: string,
) => Promise<ProgramFacts | undefined> = statement((db, id: string, userId: string) =>
  db
    .selectFrom('programs')
    .leftJoin('extensions', (join) =>
      join.onRef('extensions.program_id', '=', 'programs.id').on('extensions.user_id', '=', userId),
    )
    .select(['programs.id', 'title', 'sector', 'deadline_date', 'opens_at', 'is_public'])
    .select('extensions.extended_until')
    .where('programs.id', '=', id),
);

/** What an applicant is told of a program when their proposal has been received. */
export const findPromises = statement((db, id: string, userId: string) =>
  db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .leftJoin('extensions', (join) =>
      join.onRef('extensions.program_id', '=', 'programs.id').on('extensions.user_id', '=', userId),
    )
    .select(['programs.deadline_date', 'programs.decision_by', 'extensions.extended_until'])
    .where('proposals.id', '=', id),
);

/**
 * Nobody deletes the program before the transaction ends; to be called before its drafts are
 * locked, as its deletion does. On SQLite, which has one writer at a time, it does nothing.
 */
export async function keepProgram(tx: Executor, id: string): Promise<void> {
  if (!isOnPostgres(tx)) return;
  await tx.selectFrom('programs').select('id').where('id', '=', id).forKeyShare().execute();
}

/** Refuses with 409 what an ended season no longer takes: contract §13.5. Lock its program first. */
export async function requireRunning(
  db: Executor,
  programId: string,
  sentence: string = SEASON.ended,
): Promise<void> {
  const query = db.selectFrom('programs').select('ended_at').where('id', '=', programId);
  if ((await query.executeTakeFirst())?.ended_at) throw new Problem('program_ended', sentence);
}

export type ApplicantFacts = Pick<
  Row<'users'>,
  'first_name' | 'last_name' | 'email' | 'region' | 'search_text'
>;

const lockedApplicant = statement((tx, id: string) =>
  lockRowsOn(
    tx,
    tx
      .selectFrom('users')
      .select(['first_name', 'last_name', 'email', 'region', 'search_text'])
      .where('id', '=', id),
  ),
);

/** Locked: a proposal copies some of them. Others than whose account is gone miss what it shared. */
export async function lockApplicantFacts(tx: Executor, id: string, readerId = id) {
  const facts = await lockedApplicant(tx, id);
  if (facts) return facts;
  if (readerId !== id) throw new Problem('not_found', PROPOSAL.notFound);
  throw new Problem('not_signed_in', SESSION.expired);
}

/** How many messages of the other side this one has not read. */
export const unreadBy = <Reader extends MessageSide>(
  eb: ExpressionBuilder<Tables, 'proposals'>,
  reader: Reader,
) =>
  eb
    .selectFrom('messages')
    .select((one) => one.fn.countAll<number>().as('count'))
    .whereRef('messages.proposal_id', '=', 'proposals.id')
    .where('messages.side', '=', reader === 'firm' ? 'applicant' : 'firm')
    .where('messages.read_at', 'is', null)
    .$asScalar()
    .$notNull()
    .as(`unread_of_${reader}` as const);

/** As its submission stores it. */
export type DocumentRow = NewRow<'documents'>;

export const insertDocuments = (tx: Executor, rows: DocumentRow[]): Promise<void> =>
  insertRows(tx, 'documents', rows);

export async function deleteDocuments(tx: Executor, proposalId: string, kinds: string[]) {
  await tx
    .deleteFrom('documents')
    .where('proposal_id', '=', proposalId)
    .where('kind', 'in', kinds)
    .execute();
}

export type FoundDocument = { business_name: string; words: string | null } & Pick<
  Row<'documents'>,
  'key' | 'kind' | 'scanned_at' | 'threat' | 'size' | 'sha256'
>;

export async function findDocument(
  db: Executor,
  scope: Scope,
  where: { key: string } | { proposalId: string; kind: string },
): Promise<FoundDocument | undefined> {
  const isWanted = ({ eb, and }: ExpressionBuilder<Tables, 'documents' | 'proposals'>) =>
    'key' in where
      ? eb('documents.key', '=', where.key)
      : and([eb('proposal_id', '=', where.proposalId), eb('kind', '=', where.kind)]);
  return db
    .selectFrom('documents')
    .innerJoin('proposals', 'proposals.id', 'documents.proposal_id')
    .select(['key', 'documents.kind', 'size', 'sha256', 'business_name', 'scanned_at', 'threat'])
    .select(wordsOf('documents').as('words'))
    .where(isWanted)
    .where(isWithin(scope))
    .executeTakeFirst();
}

/** A document of one of the proposal's versions, which may no longer be the proposal's own. */
export async function findVersionDocument(
  db: Executor,
  scope: Scope,
  where: { key: string } | { proposalId: string; kind: string; version: number },
): Promise<FoundDocument | undefined> {
  const query = db
    .selectFrom('version_documents')
    .innerJoin('proposals', 'proposals.id', 'version_documents.proposal_id')
    .select(['key', 'kind', 'size', 'sha256', 'proposals.business_name', 'scanned_at', 'threat'])
    .select(wordsOf('version_documents').as('words'))
    .where(isWithin(scope));
  const chosen =
    'key' in where
      ? query.where('key', '=', where.key)
      : query
          .where('proposal_id', '=', where.proposalId)
          .where('kind', '=', where.kind)
          .where('version_documents.version', '=', where.version);
  return chosen.executeTakeFirst();
}

/** The document with this key, of a proposal as it is or as it once was. */
export const findByKey = async (db: Executor, key: string): Promise<FoundDocument | undefined> =>
  (await findDocument(db, 'all', { key })) ?? (await findVersionDocument(db, 'all', { key }));

/** Which of these file keys belong to a document, as it is or of a version; for the sweep. */
export async function findKnownDocuments(db: Executor, keys: string[]): Promise<Set<string>> {
  const known = (from: 'documents' | 'version_documents') =>
    db.selectFrom(from).select('key').where('key', 'in', keys).execute();
  const rows = await known('documents');
  const copies = await db
    .selectFrom('documents')
    .select('clean_key as key')
    .where('clean_key', 'in', keys)
    .execute();
  const versions = await known('version_documents');
  return new Set([...rows, ...copies, ...versions].map(({ key }) => key!));
}

export type ActiveAdmin = Pick<Row<'users'>, 'id' | 'first_name' | 'last_name' | 'region'>;

export async function findActiveAdmins(tx: Executor, ids: string[]): Promise<ActiveAdmin[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'region'])
    .where('id', 'in', ids)
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .execute();
}

/** Who is told: the assignee, or every active admin where there is no active one. */
export async function listReaders(tx: Executor, assignee: string | null) {
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .$narrowType<{ email: string }>()
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('email')
    .execute();
  const own = admins.filter(({ id }) => id === assignee);
  return own.length > 0 ? own : admins;
}
