/** The tables of what keeps the firm and applicants in touch (contract §10); part of tables.ts. */
import type { LabelColour } from '#domain/labels/rules.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import type { Stamps } from './content-tables.ts';

export type LabelsTable = Stamps & {
  id: string;
  name: string;
  /** The name in lower case: unique. */
  name_key: string;
  colour: LabelColour;
};

export type ProposalLabelsTable = { proposal_id: string; label_id: string };

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
