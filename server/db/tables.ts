/**
 * The tables as Kysely sees them; the same on both engines. snake_case here and on the wire only.
 */
import type { Generated, JSONColumnType } from 'kysely';
import type { Role } from '#domain/accounts/rules.ts';
import type { DocumentKind, DocumentMarker, FundingStage } from '#domain/proposals/rules.ts';
import type { Sector } from '#domain/sectors.ts';
import type { FieldChange } from './changes.ts';
import type {
  EnquiriesTable,
  EnquiryAnswersTable,
  FaqsTable,
  ImagesTable,
  NoticesTable,
  PostsTable,
  Stamps,
  TestimonialsTable,
} from './content-tables.ts';
import type {
  DraftDocumentsTable,
  DraftsTable,
  ReceiptsTable,
  RefusedAttemptsTable,
} from './draft-tables.ts';
import type {
  AnnouncementsTable,
  DeclineTemplatesTable,
  NotesTable,
  ReadsTable,
  ReviewColumns,
  SavedViewsTable,
  StoredAnnouncingColumns,
} from './review-tables.ts';
import type { FactorChallengesTable, FactorsTable, RecoveryCodesTable } from './factor-tables.ts';
import type { TouchTables } from './touch-tables.ts';
import type { MailingPeopleTable, MailingsTable, MailTemplatesTable } from './mailing-tables.ts';
import type { CleanCopyColumns, JudgingTables } from './judging-tables.ts';
import type {
  AnsweredOptionsTable,
  AnswersTable,
  QuestionsTable,
  StoredOpeningColumns,
} from './question-tables.ts';
import type { SortKeyColumns } from './sort-keys.ts';

export type UsersTable = Stamps & {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  city: string;
  digital_address: string;
  region: string;
  password_hash: string;
  role: Role;
  is_active: boolean;
  wants_reminders?: boolean;
  search_text: string;
};

export type SessionsTable = {
  /** Its public id, not a secret. */
  id: string;
  token_hash: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
  /** The header of the request that opened it, truncated. */
  user_agent: string | null;
  /** Accurate to a few minutes. */
  last_used_at: Date | null;
};

/** The newest code of a user and purpose that everybody may try. */
export type CodesTable = {
  user_id: string;
  purpose: 'login' | 'reset' | 'email';
  code_hash: string;
  /** Of the code that this one has replaced. */
  older_hash?: string | null;
  /** The address that a code of purpose `email` verifies. */
  new_email: string | null;
  wrong_tries: number;
  created_at: Date;
  expires_at: Date;
};

/** At most one per user, purpose and browser: a code that only this browser may try. */
export type BrowserCodesTable = Omit<CodesTable, 'new_email'> & { browser: string };

/** A browser that has registered, reset or logged in to this account. */
export type KnownBrowsersTable = { user_id: string; browser: string; known_at: Date };

/** One row per counted attempt; `bucket` says what is counted for whom. */
type AttemptsTable = { id: string; bucket: string; at: Date };

export type ProgramsTable = Stamps & {
  id: string;
  title: string;
  description: string;
  sector: Sector;
  deadline_date: Date;
  search_text: string;
};

/**
 * Copies of the owner's data on a proposal, so that lists need no join; updated with the profile.
 */
export type ApplicantColumns = {
  region: string;
  applicant_first_name: string;
  applicant_last_name: string;
  /** The applicant's search text. */
  applicant_text: string;
};

export type ProposalsTable = Stamps &
  ApplicantColumns & {
    id: string;
    user_id: string;
    program_id: string;
    business_name: string;
    business_description: string;
    business_website: string | null;
    business_location: string;
    business_sector: Sector;
    funding_stage: FundingStage;
    is_approved: boolean;
    search_text: string;
    /** The moment that was compared with the deadline. */
    received_at: Date;
    /** When the last byte had arrived. */
    completed_at: Date;
    receipt_number?: string | null;
  };

/** The virus scan; columns of a document that its submission leaves empty. */
export type ScanColumns = {
  /** Null: not checked yet. */
  scanned_at: Date | null;
  /** The name of the virus that was found. */
  threat: string | null;
  scan_tries: Generated<number>;
  /** No retry before then; null: at once. */
  scan_due_at: Date | null;
};

export type DocumentsTable = ScanColumns & {
  proposal_id: string;
  kind: DocumentKind;
  key: string;
  size: number;
  sha256: string;
  pages: number | null;
  markers: JSONColumnType<DocumentMarker[]>;
  created_at: Date;
} & CleanCopyColumns;

export type MailsTable = {
  id: string;
  recipient: string;
  subject: string;
  /** Cleared once the mail was sent, or was given up with a code in it. */
  text: string;
  html: string;
  /** One-click unsubscribe address for mail clients (RFC 8058). */
  unsubscribe_url?: string | null;
  /** It carries a one-time code. */
  is_secret: Generated<boolean>;
  state: 'queued' | 'sent' | 'failed';
  tries: number;
  next_try_at: Date;
  /** After this moment the mail is pointless, for example because its code has expired. */
  give_up_at: Date;
  last_error: string | null;
  /** The mail server has refused it for good. */
  is_bounced: Generated<boolean>;
  created_at: Date;
  sent_at: Date | null;
  /** What the mail is about: unsent, it is dropped once that changes, and follows a new address. */
  topic: string | null;
  /** A digest of what the recipient was told about the topic before. */
  told: string | null;
};

export type IdempotencyTable = {
  scope: string;
  call: string;
  key: string;
  fingerprint: string;
  status: number | null;
  answer: string | null;
  created_at: Date;
};

type AuditTable = {
  id: string;
  at: Date;
  actor_id: string | null;
  /** The name at that time. */
  actor_name: string | null;
  ip: string | null;
  action: string;
  subject: string;
  subject_id: string;
  changes: JSONColumnType<FieldChange[]>;
  /** Its personal data was erased at the person's request. */
  erased: Generated<boolean>;
  search_text: Generated<string>;
};

/** The rules by which a rich text was cleaned; empty: none of the known ones. */
export type RichTextMark = { rich_text_mark: string };
type RichTextColumns = { rich_text_mark: Generated<string> };

export type Tables = JudgingTables &
  TouchTables & {
    users: UsersTable & SortKeyColumns<'users'>;
    sessions: SessionsTable;
    codes: CodesTable;
    browser_codes: BrowserCodesTable;
    known_browsers: KnownBrowsersTable;
    second_factors: FactorsTable;
    recovery_codes: RecoveryCodesTable;
    factor_challenges: FactorChallengesTable;
    attempts: AttemptsTable;
    programs: ProgramsTable &
      SortKeyColumns<'programs'> &
      RichTextColumns &
      StoredOpeningColumns &
      StoredAnnouncingColumns;
    questions: QuestionsTable;
    answers: AnswersTable;
    answered_options: AnsweredOptionsTable;
    proposals: ProposalsTable & ReviewColumns & SortKeyColumns<'proposals'> & RichTextColumns;
    proposal_reads: ReadsTable;
    proposal_notes: NotesTable;
    announcements: AnnouncementsTable;
    decline_templates: DeclineTemplatesTable;
    saved_views: SavedViewsTable;
    documents: DocumentsTable;
    faqs: FaqsTable & SortKeyColumns<'faqs'>;
    testimonials: TestimonialsTable & SortKeyColumns<'testimonials'>;
    posts: PostsTable & SortKeyColumns<'posts'> & RichTextColumns;
    images: ImagesTable;
    enquiries: EnquiriesTable & SortKeyColumns<'enquiries'>;
    enquiry_answers: EnquiryAnswersTable;
    notices: NoticesTable;
    mailings: MailingsTable;
    mailing_people: MailingPeopleTable;
    mail_templates: MailTemplatesTable;
    mails: MailsTable;
    idempotency_keys: IdempotencyTable;
    drafts: DraftsTable;
    draft_documents: DraftDocumentsTable;
    receipts: ReceiptsTable;
    refused_attempts: RefusedAttemptsTable;
    audit_log: AuditTable;
    /** A number per topic that grows with every write to it; caches compare it. */
    versions: { topic: string; number: number };
    secrets: { name: string; value: string };
    /** When each job is due: the instance that advances the date runs it. */
    jobs: { name: string; due_at: Date };
    /** One row: this installation. */
    installation: { place: number; id: string; created_at: Date };
  };
