/**
 * The tables as Kysely sees them; the same on both engines. snake_case here and on the wire only.
 */
import type { Generated, JSONColumnType } from 'kysely';
import type { Role } from '#domain/accounts/rules.ts';
import type { PostCategory } from '#domain/posts/rules.ts';
import type { DocumentKind, DocumentMarker, FundingStage } from '#domain/proposals/rules.ts';
import type { Sector } from '#domain/sectors.ts';
import type { FieldChange } from './changes.ts';
import type { SortKeyColumns } from './sort-keys.ts';

type Stamps = { created_at: Date; updated_at: Date; version: number };

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
  search_text: string;
};

export type SessionsTable = {
  token_hash: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
};

export type CodesTable = {
  user_id: string;
  purpose: 'login' | 'reset' | 'email';
  code_hash: string;
  /** The address that a code of purpose `email` proves. */
  new_email: string | null;
  wrong_tries: number;
  created_at: Date;
  expires_at: Date;
};

/** One row for each counted try; `bucket` says what is counted for whom. */
type AttemptsTable = { id: string; bucket: string; at: Date };

export type ProgramsTable = Stamps & {
  id: string;
  title: string;
  description: string;
  sector: Sector;
  deadline_date: Date;
  search_text: string;
};

/** What a proposal carries of its owner, so that lists need no join; changed with the profile. */
export type ApplicantColumns = {
  region: string;
  applicant_first_name: string;
  applicant_last_name: string;
  /** What of the applicant is searched. */
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
    /** What the deadline was compared with. */
    received_at: Date | null;
    /** When the last byte had come. */
    completed_at: Date | null;
    receipt_number?: string | null;
  };

/** The check for viruses; the columns of a document that its submission leaves empty. */
export type ScanColumns = {
  /** Null: not checked yet. */
  scanned_at: Date | null;
  /** The name of the virus that was found. */
  threat: string | null;
  scan_tries: Generated<number>;
  /** Until then nobody tries again; null: at once. */
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
};

export type FaqsTable = Stamps & {
  id: string;
  question: string;
  answer: string;
  search_text: string;
};

export type TestimonialsTable = Stamps & {
  id: string;
  first_name: string;
  last_name: string;
  position: string | null;
  message: string;
  is_approved: boolean;
  search_text: string;
};

export type PostsTable = Stamps & {
  id: string;
  title: string;
  slug: string;
  category: PostCategory;
  body: string;
  is_published: boolean;
  /** From then on the slug stays. */
  first_published_at: Date | null;
  search_text: string;
};

export type ImagesTable = {
  id: string;
  post_id: string;
  /** 0: the featured image; from 1 the gallery in its order. */
  place: number;
  /** A picture elsewhere on the web; then all that follows is null. */
  address: string | null;
  width: number | null;
  height: number | null;
  /** Its average, shown until it has loaded. */
  color: string | null;
  /** Pixels across of each variant. */
  widths: JSONColumnType<number[]> | null;
  created_at: Date;
};

export type EnquiriesTable = Stamps & {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string | null;
  message: string;
  search_text: string;
  is_answered: Generated<boolean>;
  answered_at?: Date | null;
  answered_by?: string | null;
};

export type MailsTable = {
  id: string;
  recipient: string;
  subject: string;
  /** Emptied once the mail has gone, or is given up with a code in it. */
  text: string;
  html: string;
  /** It carries a one-time code. */
  is_secret: Generated<boolean>;
  state: 'queued' | 'sent' | 'parked';
  tries: number;
  next_try_at: Date;
  /** After it the mail is pointless, such as a code that has run out. */
  give_up_at: Date;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
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

/** A form that comes in chunks. */
export type UploadsTable = {
  id: string;
  user_id: string;
  key: string;
  call: string;
  fingerprint: string;
  content_type: string;
  /** Bytes of the whole form. */
  size: number;
  created_at: Date;
  expires_at: Date;
  /** Until then one request is finishing it. */
  finishing_until: Date | null;
  answer: string | null;
  /**
   * When its answers and the digests of its documents had come; null: not yet, or not ahead of the
   * documents.
   */
  received_at: Date | null;
  /** Digest of what was received then. */
  frozen: string | null;
  /** The program that the answers name. */
  program_id: string | null;
  /** When its last byte had come. */
  completed_at: Date | null;
};

export type UploadPiecesTable = { upload_id: string; start: number; size: number; key: string };

/** Answers that are not submitted yet: one row for each applicant and program. */
export type DraftsTable = {
  id: string;
  user_id: string;
  program_id: string;
  business_name: string;
  business_location: string;
  business_website: string;
  business_description: string;
  created_at: Date;
  saved_at: Date;
  version: number;
  reminded_at: Date | null;
};

/** A document of a draft: on its way, being checked, ready or refused. Its id is the upload's. */
export type DraftDocumentsTable = {
  id: string;
  draft_id: string;
  user_id: string;
  kind: DocumentKind;
  name: string;
  /** Bytes of the whole. */
  size: number;
  /** Bytes that are stored durably. */
  received: number;
  state: 'uploading' | 'checking' | 'ready' | 'refused';
  /** Why it was refused. */
  message: string | null;
  /** Hex; null until it is whole. */
  sha256: string | null;
  pages: number | null;
  markers: JSONColumnType<DocumentMarker[]>;
  /** Its key in the file store once it is ready. */
  key: string;
  /** Where the bytes so far are, as the file store knows them. */
  parts: JSONColumnType<unknown[]>;
  /** Until then one request is writing to it. */
  leased_until: Date | null;
  created_at: Date;
  expires_at: Date;
};

export type ReceiptsTable = {
  /** Cannot be guessed. */
  number: string;
  user_id: string | null;
  program_id: string | null;
  program_title: string;
  draft_id: string | null;
  proposal_id: string | null;
  state: 'waiting_for_documents' | 'complete' | 'lapsed' | 'withdrawn';
  received_at: Date;
  completed_at: Date | null;
  complete_until: Date | null;
  /** Frozen answers; null once they are a proposal. */
  answers: JSONColumnType<Record<string, string>> | null;
  documents: JSONColumnType<Record<DocumentKind, { size: number; sha256: string }>>;
  content_sha256: string;
  signature: string;
  key_id: string;
  /** Why it lapsed. */
  message: string | null;
};

type AuditTable = {
  id: string;
  at: Date;
  actor_id: string | null;
  /** At the time. */
  actor_name: string | null;
  ip: string | null;
  action: string;
  subject: string;
  subject_id: string;
  changes: JSONColumnType<FieldChange[]>;
  /** What it said of a person was erased at their wish. */
  erased: Generated<boolean>;
  search_text: Generated<string>;
};

/** By which rules a rich text was cleaned; empty: by none that are known. */
export type RichTextMark = { rich_text_mark: string };
type RichTextColumns = { rich_text_mark: Generated<string> };

export type Tables = {
  users: UsersTable & SortKeyColumns<'users'>;
  sessions: SessionsTable;
  codes: CodesTable;
  attempts: AttemptsTable;
  programs: ProgramsTable & SortKeyColumns<'programs'> & RichTextColumns;
  proposals: ProposalsTable & SortKeyColumns<'proposals'> & RichTextColumns;
  documents: DocumentsTable;
  faqs: FaqsTable & SortKeyColumns<'faqs'>;
  testimonials: TestimonialsTable & SortKeyColumns<'testimonials'>;
  posts: PostsTable & SortKeyColumns<'posts'> & RichTextColumns;
  images: ImagesTable;
  enquiries: EnquiriesTable & SortKeyColumns<'enquiries'>;
  mails: MailsTable;
  idempotency_keys: IdempotencyTable;
  uploads: UploadsTable;
  upload_pieces: UploadPiecesTable;
  drafts: DraftsTable;
  draft_documents: DraftDocumentsTable;
  receipts: ReceiptsTable;
  audit_log: AuditTable;
  /** A number for each topic that grows with every write to it: what caches compare. */
  versions: { topic: string; number: number };
  secrets: { name: string; value: string };
  /** When each job is due: the instance that moves the date runs it. */
  jobs: { name: string; due_at: Date };
  /** One row: which installation this is. */
  installation: { place: number; id: string; created_at: Date };
};
