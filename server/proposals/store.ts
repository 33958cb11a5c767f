/** Every SQL statement about one proposal and its documents; lists are in list-store.ts. */
import { sql, type Updateable, type ExpressionBuilder } from 'kysely';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { Problem } from '#domain/problem.ts';
import type { OwnDeadline } from '#domain/programs/rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import { isOnPostgres, lockRows, lockRowsOn, type Db, type Executor } from '../db/open.ts';
import { insertRows, statement } from '../db/statement.ts';
import type { OpeningColumns } from '../db/question-tables.ts';
import { withSortKeys } from '../db/sort-keys.ts';
import { asksQuestions, listAnswers } from '../questions/store.ts';
import type {
  ProgramsTable,
  ProposalsTable,
  RichTextMark,
  Tables,
  UsersTable,
} from '../db/tables.ts';

/** Whose proposals a query may see: one owner's, or everybody's. */
export type Scope = { ownerId: string } | 'all';

/** With program, applicant and both documents; for reading only. */
export type ListedRow = Awaited<
  ReturnType<ReturnType<typeof withRelations>['executeTakeFirstOrThrow']>
>;
/** Including the description, which is most of a proposal's bytes and in no list. */
export type ProposalRow = ListedRow &
  Pick<ProposalsTable, 'business_description'> &
  RichTextMark & {
    pitch_deck_sha256: string;
    financials_sha256: string;
    asks_questions: boolean;
    answers: Answer[];
  };

/** Proposals joined with everything that lists present. */
export function withRelations(db: Executor) {
  return db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .innerJoin('documents as pitch_deck', (join) =>
      join
        .onRef('pitch_deck.proposal_id', '=', 'proposals.id')
        .on('pitch_deck.kind', '=', 'pitch_deck'),
    )
    .innerJoin('documents as financials', (join) =>
      join
        .onRef('financials.proposal_id', '=', 'proposals.id')
        .on('financials.kind', '=', 'financials'),
    )
    .leftJoin('extensions', (join) =>
      join
        .onRef('extensions.program_id', '=', 'proposals.program_id')
        .onRef('extensions.user_id', '=', 'proposals.user_id'),
    )
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
      'proposals.desk_version',
      'proposals.thread_version',
      'proposals.edits',
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
      'proposals.version',
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
    .select((eb) => [
      unreadFrom(eb, 'firm').as('unread_of_applicant'),
      unreadFrom(eb, 'applicant').as('unread_of_firm'),
    ])
    .select(['proposals.announced_decision', 'proposals.announced_reason', 'proposals.mail_text'])
    .select(['proposals.announced_stage', 'proposals.announce_at'])
    .select([
      'programs.title',
      'programs.deadline_date',
      'extensions.extended_until',
      'programs.announces',
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

const withTexts = (db: Executor) =>
  withRelations(db).select([
    'proposals.business_description',
    'proposals.rich_text_mark',
    'pitch_deck.sha256 as pitch_deck_sha256',
    'financials.sha256 as financials_sha256',
    asksQuestions('proposals.program_id').as('asks_questions'),
    sql<boolean>`exists (select 1 from answers where answers.proposal_id = proposals.id)`.as(
      'is_answered',
    ),
  ]);

const anyProposal = statement((db, id: string) => withTexts(db).where('proposals.id', '=', id));
const ownProposal = statement((db, id: string, ownerId: string) =>
  withTexts(db).where('proposals.id', '=', id).where('proposals.user_id', '=', ownerId),
);

export async function findProposal(
  db: Executor,
  scope: Scope,
  id: string,
): Promise<ProposalRow | undefined> {
  const row = await (scope === 'all' ? anyProposal(db, id) : ownProposal(db, id, scope.ownerId));
  return row && { ...row, answers: row.is_answered ? await listAnswers(db, id) : [] };
}

/**
 * Locks the proposal until the transaction ends, so that version and rules are checked against the
 * row that is changed.
 */
export async function lockProposal(
  db: Db,
  tx: Executor,
  scope: Scope,
  id: string,
): Promise<boolean> {
  let query = tx.selectFrom('proposals').select('id').where('id', '=', id);
  if (scope !== 'all') query = query.where('user_id', '=', scope.ownerId);
  return (await lockRows(db, query).executeTakeFirst()) !== undefined;
}

export async function insertProposal(
  tx: Executor,
  row: ProposalsTable & RichTextMark,
): Promise<void> {
  await insertRows(tx, 'proposals', [withSortKeys('proposals', row)]);
}

export async function changeProposal(
  tx: Executor,
  id: string,
  changes: Updateable<Tables['proposals']>,
): Promise<void> {
  await tx
    .updateTable('proposals')
    .set(withSortKeys('proposals', changes))
    .where('id', '=', id)
    .execute();
}

const proposalsOf = statement((tx, userId: string) =>
  tx
    .selectFrom('proposals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId),
);

export const countProposalsOf = async (tx: Executor, userId: string): Promise<number> =>
  (await proposalsOf(tx, userId))!.count;

export async function deleteProposal(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('proposals').where('id', '=', id).execute();
}

export type ProgramFacts = Pick<ProgramsTable, 'id' | 'title' | 'sector'> &
  OwnDeadline &
  Pick<OpeningColumns, 'opens_at' | 'is_public'>;

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

/**
 * Nobody deletes the program before the transaction ends; to be called before its drafts are
 * locked, as its deletion does. On SQLite, which has one writer at a time, it does nothing.
 */
export async function keepProgram(tx: Executor, id: string): Promise<void> {
  if (!isOnPostgres(tx)) return;
  await tx.selectFrom('programs').select('id').where('id', '=', id).forKeyShare().execute();
}

export type ApplicantFacts = Pick<
  UsersTable,
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

/**
 * Locks the applicant until the transaction ends: a proposal copies some of these facts and must
 * not miss a change. Refuses with 401 an account that has been closed since.
 */
export async function lockApplicantFacts(tx: Executor, id: string): Promise<ApplicantFacts> {
  const facts = await lockedApplicant(tx, id);
  if (!facts) throw new Problem('not_signed_in', SESSION.expired);
  return facts;
}

/** The SQL that counts unread messages of a proposal. */
/** How many messages of this side the other one has not read. */
export const unreadFrom = (eb: ExpressionBuilder<Tables, 'proposals'>, side: MessageSide) =>
  eb
    .selectFrom('messages')
    .select((one) => one.fn.countAll<number>().as('count'))
    .whereRef('messages.proposal_id', '=', 'proposals.id')
    .where('messages.side', '=', side)
    .where('messages.read_at', 'is', null)
    .$asScalar()
    .$notNull();
