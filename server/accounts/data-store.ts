/** Every SQL statement that collects a person's data for export. */
import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { FieldChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { readStored } from '../questions/answers.ts';
import { listAnswers } from '../questions/store.ts';

/** Rows in memory at once; a proposal's text has up to 100,000 characters. */
const BATCH = 20;
const LOG_BATCH = 500;

export type Owner = { id: string; email: string };
export type Rows = AsyncGenerator<object>;

/** All rows of a query with a stable order, a batch at a time. */
export async function* inBatches<T extends keyof Tables, Row extends object>(
  size: number,
  query: SelectQueryBuilder<Tables, T, Row>,
): AsyncGenerator<Row> {
  for (let skip = 0; ; skip += size) {
    const rows = await query.offset(skip).limit(size).execute();
    yield* rows;
    if (rows.length < size) return;
  }
}

export async function* profileOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'phone_number', 'city'])
    .select(['digital_address', 'region', 'role', 'is_active', 'created_at', 'updated_at'])
    .select('wants_reminders')
    .where('id', '=', id)
    .execute();
}

export async function* sessionsOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();
}

/** That a code was requested; never the code. One that a browser and everybody may try is one. */
export async function* codesOf(db: Executor, { id }: Owner): Rows {
  const common = await db
    .selectFrom('codes')
    .select(['purpose', 'new_email', 'created_at', 'expires_at'])
    .where('user_id', '=', id)
    .execute();
  yield* common;
  const ofBrowsers = await db
    .selectFrom('browser_codes')
    .select(['purpose', 'created_at', 'expires_at'])
    .where('user_id', '=', id)
    .where('code_hash', 'not in', (eb) =>
      eb.selectFrom('codes').select('code_hash').where('user_id', '=', id),
    )
    .execute();
  yield* ofBrowsers;
}

/** Since when browsers are known to the account; never their cookies. */
export async function* browsersOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('known_browsers')
    .select(['known_at'])
    .where('user_id', '=', id)
    .orderBy('known_at')
    .execute();
}

/** Their kinds and dates; never a key, a secret or a code. */
export async function* factorsOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('second_factors')
    .select(['kind', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();
}

/**
 * Columns that a proposal's owner may see: no assignments, flags or internal notes, and of a
 * decision what was announced.
 */
const PROPOSAL_COLUMNS = [
  'id',
  'program_id',
  'business_name',
  'business_location',
  'business_website',
  'business_description',
  'business_sector',
  'region',
  'announced_stage as funding_stage',
  'announced_approved as is_approved',
  'announced_decision as decision',
  'announced_reason as decline_reason',
  'receipt_number',
  'received_at',
  'completed_at',
  'created_at',
  'updated_at',
] as const;

/** With the answers to their programs' own questions. */
export async function* proposalsOf(db: Executor, { id }: Owner): Rows {
  const rows = inBatches(
    BATCH,
    db
      .selectFrom('proposals')
      .select(PROPOSAL_COLUMNS)
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id'),
  );
  for await (const row of rows) yield { ...row, answers: await listAnswers(db, row.id) };
}

export const announcementsOf = (db: Executor, { id }: Owner): Rows =>
  inBatches(
    LOG_BATCH,
    db
      .selectFrom('announcements')
      .innerJoin('proposals', 'proposals.id', 'announcements.proposal_id')
      .select(['announcements.proposal_id', 'announcements.at', 'announcements.decision'])
      .select(['announcements.decline_reason', 'announcements.funding_stage'])
      .where('proposals.user_id', '=', id)
      .orderBy('announcements.at')
      .orderBy('announcements.id'),
  );

export async function* draftsOf(db: Executor, { id }: Owner): Rows {
  const rows = inBatches(
    BATCH,
    db
      .selectFrom('drafts')
      .select(['id', 'program_id', 'business_name', 'business_location', 'business_website'])
      .select(['business_description', 'answers', 'created_at', 'saved_at', 'reminded_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id'),
  );
  for await (const row of rows) yield { ...row, answers: readStored(row.answers) };
}

export async function* receiptsOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('receipts')
    .select(['number', 'program_id', 'program_title', 'proposal_id', 'state', 'received_at'])
    .select(['completed_at', 'complete_until', 'answers', 'documents', 'content_sha256'])
    .select(['signature', 'key_id', 'message', 'replaced_by'])
    .where('user_id', '=', id)
    .orderBy('received_at')
    .execute();
}

/** Notes that this person wrote, not those of others. */
export const notesOf = (db: Executor, { id }: Owner): Rows =>
  inBatches(
    BATCH,
    db
      .selectFrom('proposal_notes')
      .select(['id', 'proposal_id', 'text', 'created_at', 'updated_at'])
      .where('author_id', '=', id)
      .orderBy('created_at')
      .orderBy('id'),
  );

export async function* viewsOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'query', 'is_shared', 'created_at'])
    .where('owner_id', '=', id)
    .orderBy('created_at')
    .execute();
}

export async function* attemptsOf(db: Executor, { id }: Owner): Rows {
  yield* await db.selectFrom('refused_attempts').selectAll().where('user_id', '=', id).execute();
}

/**
 * Without their texts: those of queued mails may contain a code, those of sent ones are deleted.
 */
export const mailsOf = (db: Executor, { email }: Owner): Rows =>
  inBatches(
    LOG_BATCH,
    db
      .selectFrom('mails')
      .select(['subject', 'state', 'created_at', 'sent_at'])
      .where('recipient', '=', email)
      .orderBy('created_at')
      .orderBy('id'),
  );

/** This person's own actions. */
export const actionsOf = (db: Executor, { id }: Owner): AsyncGenerator<LoggedAction> =>
  inBatches(
    LOG_BATCH,
    db
      .selectFrom('audit_log')
      .select(['at', 'action', 'subject', 'subject_id', 'changes'])
      .where('actor_id', '=', id)
      .orderBy('at')
      .orderBy('id'),
  );

/**
 * Logged actions of others on the account; the caller must filter them. What the firm has decided
 * about proposals is among the announcements.
 */
export const actionsAbout = (db: Executor, { id }: Owner): AsyncGenerator<LoggedAction> =>
  inBatches(
    LOG_BATCH,
    db
      .selectFrom('audit_log')
      .select(['at', 'action', 'subject', 'subject_id', 'changes'])
      .where('subject', '=', 'user')
      .where('subject_id', '=', id)
      .where(({ eb, or }) => or([eb('actor_id', 'is', null), eb('actor_id', '!=', id)]))
      .orderBy('at')
      .orderBy('id'),
  );

export type LoggedAction = {
  at: Date;
  action: string;
  subject: string;
  subject_id: string;
  changes: FieldChange[];
};

const FACTS = ['kind', 'key', 'size', 'sha256', 'pages', 'created_at'] as const;

/** Documents of proposals, with the parts of their file names. */
export async function listDocuments(db: Executor, { id }: Owner) {
  return db
    .selectFrom('documents')
    .innerJoin('proposals', 'proposals.id', 'documents.proposal_id')
    .select(FACTS.map((name) => `documents.${name}` as const))
    .select(['documents.proposal_id', 'documents.scanned_at', 'documents.threat'])
    .select('proposals.business_name as title')
    .where('proposals.user_id', '=', id)
    .orderBy('documents.created_at')
    .orderBy('documents.key')
    .execute();
}

/** Documents of drafts, complete or uploading. */
export async function listDraftDocuments(db: Executor, { id }: Owner) {
  return db
    .selectFrom('draft_documents')
    .innerJoin('drafts', 'drafts.id', 'draft_documents.draft_id')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .select(FACTS.map((name) => `draft_documents.${name}` as const))
    .select(['draft_documents.draft_id', 'draft_documents.name', 'draft_documents.received'])
    .select(['draft_documents.state', 'draft_documents.message', 'programs.title as title'])
    .where('draft_documents.user_id', '=', id)
    .orderBy('draft_documents.created_at')
    .orderBy('draft_documents.id')
    .execute();
}
