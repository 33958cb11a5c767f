/** The tables of what keeps the firm and applicants in touch (contract §10); part of tables.ts. */
import type { LabelColour } from '#domain/labels/rules.ts';
import type { RequestState, VersionReason } from '#domain/proposals/request-rules.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import type { Stamps } from './content-tables.ts';

export type LabelsTable = Stamps & {
  id: string;
  name: string;
  /** The name in lower case: unique. */
  name_key: string;
  colour: LabelColour;
};

type ProposalLabelsTable = { proposal_id: string; label_id: string };

export type MessagesTable = {
  id: string;
  proposal_id: string;
  at: Date;
  /** Which side wrote it. */
  side: MessageSide;
  /** Null once the account is deleted. */
  author_id: string | null;
  text: string;
  /** When the other side read it. */
  read_at: Date | null;
};

/** A later deadline of one applicant. */
export type ExtensionsTable = {
  id: string;
  program_id: string;
  user_id: string;
  extended_until: Date;
  reason: string;
  /** Null once the account is deleted. */
  author_id: string | null;
  created_at: Date;
};

/** Asks an applicant for changes after editing has locked. */
export type ChangeRequestsTable = {
  id: string;
  proposal_id: string;
  text: string;
  /** JSON: names of fields, and ids of questions. */
  fields: string;
  due_at: Date;
  state: RequestState;
  created_at: Date;
  answered_at: Date | null;
  reminded_at: Date | null;
  /** Null once the account is deleted. */
  author_id: string | null;
};

/** A proposal as it once stood. */
export type ProposalVersionsTable = {
  proposal_id: string;
  version: number;
  at: Date;
  because: VersionReason;
  business_name: string;
  business_location: string;
  business_website: string | null;
  business_description: string;
  rich_text_mark: string;
  /** JSON; null if the program asks nothing. */
  answers: string | null;
  receipt_number: string | null;
};

export type VersionDocumentsTable = {
  proposal_id: string;
  version: number;
  kind: DocumentKind;
  key: string;
  size: number;
  sha256: string;
  scanned_at: Date | null;
  threat: string | null;
};

export type TouchTables = {
  labels: LabelsTable;
  proposal_labels: ProposalLabelsTable;
  messages: MessagesTable;
  extensions: ExtensionsTable;
  change_requests: ChangeRequestsTable;
  proposal_versions: ProposalVersionsTable;
  version_documents: VersionDocumentsTable;
};
