/** The tables of the review desk; part of tables.ts. */
import type { Generated } from 'kysely';
import type { Announces } from '#domain/programs/rules.ts';
import type { Decision } from '#domain/proposals/decision-rules.ts';
import type { FundingStage } from '#domain/proposals/rules.ts';

type Stamps = { created_at: Date; updated_at: Date; version: number };

/** What admins do with a proposal; columns that its submission leaves empty. */
export type ReviewColumns = {
  /** Always agrees with `is_approved`. */
  decision: Generated<Decision>;
  /** Null unless declined. */
  decline_reason: string | null;
  assigned_to: string | null;
  flagged: Generated<boolean>;
  decided_at: Date | null;
  decided_by: string | null;
  /** Grows with changes that only admins see; applicants compare `version`. */
  desk_version: Generated<number>;
  /** Grows with messages and their reading; part of the ETag, but compared with nothing. */
  thread_version: Generated<number>;
  /** What the applicant knows: server/proposals/announcement-service.ts. */
  announced_decision: Generated<Decision>;
  /** Always agrees with it. */
  announced_approved: Generated<boolean>;
  announced_reason: string | null;
  announced_stage: Generated<FundingStage>;
  /** When they hear of what differs from it; null: nothing waits for a moment. */
  announce_at: Date | null;
  /** The admin's own text for the mail that will tell them. */
  mail_text: string | null;
  /** The bulk run that can still be undone, and what stood before: reviews/undo-service.ts. */
  undo_run: string | null;
  undo_decision: Decision | null;
  undo_reason: string | null;
  undo_stage: FundingStage | null;
  undo_text: string | null;
  undo_decided_at: Date | null;
  undo_decided_by: string | null;
  /** How often the applicant has changed it. */
  edits: Generated<number>;
};

/** How a program announces what is decided about its proposals. */
export type AnnouncingColumns = {
  announces: Announces;
  /** When the next announcement goes out; null: none is planned. */
  announce_at: Date | null;
};
export type StoredAnnouncingColumns = Pick<AnnouncingColumns, 'announce_at'> & {
  announces: Generated<Announces>;
};

/** What an applicant was told about a proposal, and when. */
export type AnnouncementsTable = {
  id: string;
  proposal_id: string;
  at: Date;
  decision: Decision;
  decline_reason: string | null;
  funding_stage: FundingStage;
};

export type ReadsTable = {
  user_id: string;
  proposal_id: string;
  first_at: Date;
  last_at: Date;
  /** The applicant's changes that this person has read. */
  edits: Generated<number>;
};

export type NotesTable = Stamps & {
  id: string;
  proposal_id: string;
  author_id: string | null;
  text: string;
};

export type DeclineTemplatesTable = Stamps & { id: string; title: string; text: string };

export type SavedViewsTable = {
  id: string;
  owner_id: string;
  name: string;
  /** The part of the address after the question mark. */
  query: string;
  is_shared: boolean;
  created_at: Date;
};
