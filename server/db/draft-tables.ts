/**
 * Tables of drafts, of receipts that wait for documents, and of refused attempts; part of
 * tables.ts.
 */
import type { Generated, JSONColumnType } from 'kysely';
import type { DocumentKind, DocumentMarker } from '#domain/proposals/rules.ts';
import type { ReceiptState } from '#domain/receipts/rules.ts';

/** The answers of a draft. Null: never sent; empty: cleared. */
export type DraftFieldColumns = {
  business_name: string | null;
  business_location: string | null;
  business_website: string | null;
  business_description: string | null;
};

/** Unsubmitted answers: one row per applicant and program. */
export type DraftsTable = DraftFieldColumns & {
  id: string;
  user_id: string;
  program_id: string;
  rich_text_mark: string;
  /** To the program's own questions, by their ids, as JSON. */
  answers: string | null;
  created_at: Date;
  saved_at: Date;
  version: number;
  reminded_at: Date | null;
};

/** A part of a document in the file store; `size` in bytes, `sha256` in hex. */
export type StoredPart = { key: string; size: number; sha256: string };

/** A document of a draft: uploading, being checked, ready or refused. Its id is the upload's. */
export type DraftDocumentsTable = {
  id: string;
  draft_id: string;
  user_id: string;
  kind: DocumentKind;
  name: string;
  /** Bytes of the whole document. */
  size: number;
  /** Bytes that are stored durably. */
  received: number;
  state: 'uploading' | 'checking' | 'ready' | 'refused';
  /** Why it was refused. */
  message: string | null;
  /** In hex; null until it is complete. */
  sha256: string | null;
  pages: number | null;
  markers: JSONColumnType<DocumentMarker[]>;
  /** Its key in the file store once it is ready. */
  key: string;
  /** Where the bytes received so far are stored, in order. */
  parts: JSONColumnType<StoredPart[]>;
  /** As the client sent it when it created the upload. */
  metadata: Generated<string>;
  /** Until then, one request is writing to it. */
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
  state: ReceiptState;
  received_at: Date;
  completed_at: Date | null;
  complete_until: Date | null;
  /** Frozen answers as JSON; null unless documents are still missing. */
  answers: string | null;
  /** Size and digest of each kind, as JSON. */
  documents: string;
  content_sha256: string;
  signature: string;
  key_id: string;
  /** Why it lapsed. */
  message: string | null;
  /** The number of the receipt of the next edit. */
  replaced_by: string | null;
};

/** A submission that was refused. */
export type RefusedAttemptsTable = {
  id: string;
  user_id: string;
  program_id: string | null;
  program_title: string;
  code: string;
  message: string;
  at: Date;
};
