/** The tables of judges, rounds and judging; part of tables.ts. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { ConflictKind, ConflictState } from '#domain/judging/conflict-rules.ts';
import type { EntryState, Outcome, ReviewState } from '#domain/judging/rules.ts';
import type { FundingStage } from '#domain/proposals/rules.ts';
import type { JudgeState } from '#domain/judges/schema.ts';
import type { Criterion, PublicChange, Reopening, RoundState } from '#domain/rounds/schema.ts';

type Stamps = { created_at: Date; updated_at: Date; version: number };

/** What an account of the role `judge` has beside its person. */
export type JudgesTable = Stamps & {
  user_id: string;
  position: string;
  organisations: JSONColumnType<string[]>;
  people: JSONColumnType<string[]>;
  is_named: boolean;
  state: JudgeState;
};

export type JudgeInvitationsTable = {
  token_hash: string;
  judge_id: string;
  created_at: Date;
  expires_at: Date;
  answered_at: Date | null;
  reminded_at: Date | null;
};

export type RoundsTable = Stamps & {
  id: string;
  program_id: string;
  name: string;
  position: number;
  kind: 'reading';
  state: RoundState;
  is_final: boolean;
  /** Null: all. */
  regions: JSONColumnType<string[] | null>;
  places: number | null;
  is_blind: boolean;
  shows_documents: boolean;
  reviews_per_proposal: number;
  spares_own_region: boolean;
  comments: 'required' | 'optional';
  near_points: number;
  near_ties: 'reason' | 'lot';
  closes_at: Date | null;
  date: string | null;
  venue: string | null;
  decline_text: string;
  criteria: JSONColumnType<Criterion[]>;
  /** 32 random bytes in hex, drawn once; public after the release. */
  seed: string;
  rubric_sha256: string | null;
  /** Both are public. */
  changes: JSONColumnType<PublicChange[]>;
  reopened: JSONColumnType<Reopening[]>;
  opened_at: Date | null;
  closed_at: Date | null;
  release_at: Date | null;
  released_at: Date | null;
  /** When admins last heard that entries became short. */
  short_told_at: Date | null;
  reviews_deleted_at: Date | null;
};

type RoundJudgesTable = {
  round_id: string;
  judge_id: string;
  created_at: Date;
  /** Of what they got; of half time; of the closing that they were reminded of. */
  told_at: ColumnType<Date | null, Date | null | undefined>;
  half_told_at: ColumnType<Date | null, Date | null | undefined>;
  last_told_for: ColumnType<Date | null, Date | null | undefined>;
};

export type EntriesTable = {
  id: string;
  round_id: string;
  /** Null once its applicant was erased. */
  proposal_id: string | null;
  code: string;
  key: string;
  region: string;
  state: EntryState;
  reason: string | null;
  place: number | null;
  redacted_description: string | null;
  documents_are_clean: boolean | null;
  outcome: Outcome | null;
  outcome_reason: string | null;
  funding_stage: FundingStage | null;
  amount: number | null;
  /** As sealed. */
  rank: number | null;
  score: string | null;
  created_at: Date;
};

/** What an admin has redacted more than the product does; of drafts, too. */
type RedactionsTable = { round_id: string; proposal_id: string; text: string };

export type JudgeReviewsTable = {
  id: string;
  round_id: string;
  entry_id: string;
  judge_id: string;
  state: ReviewState;
  /** A digest that gives each judge an order of their own. */
  place: string;
  declared_at: Date | null;
  revision: number;
  changed_at: Date | null;
  submitted_at: Date | null;
  scores: JSONColumnType<Record<string, number>>;
  strength: string;
  next_step: string;
  note: string;
  is_hidden: boolean;
  /** Why it was recused, abstained from, removed or hidden. */
  reason: string | null;
  /** Of one that was recused: what it goes back to when the conflict is cleared. */
  state_before: ReviewState | null;
  /** Submitted before the round was opened again. */
  is_locked: boolean;
  created_at: Date;
};

type ReviewVersionsTable = {
  id: string;
  review_id: string;
  at: Date;
  changed_at: Date;
  source: 'screen' | 'phone' | 'sheet';
  state: ReviewState;
  content: JSONColumnType<Record<string, unknown>>;
};

export type ConflictsTable = {
  id: string;
  judge_id: string;
  proposal_id: string;
  origin: 'found' | 'declared' | 'recorded';
  kind: ConflictKind;
  state: ConflictState;
  reason: string;
  decided_by: string | null;
  created_at: Date;
};

export type SealsTable = {
  id: string;
  round_id: string;
  sha256: string;
  /** The sealed file, byte for byte. */
  bytes: string;
  sealed_at: Date;
  withdrawn_at: Date | null;
  reason: string | null;
};

/** The copy of a document without what tells whose it is; null: none, or none yet. */
export type CleanCopyColumns = {
  clean_of: ColumnType<string | null, string | null | undefined>;
  clean_key: ColumnType<string | null, string | null | undefined>;
  clean_size: ColumnType<number | null, number | null | undefined>;
  clean_sha256: ColumnType<string | null, string | null | undefined>;
};

export type JudgingTables = {
  judges: JudgesTable;
  judge_invitations: JudgeInvitationsTable;
  rounds: RoundsTable;
  round_judges: RoundJudgesTable;
  entries: EntriesTable;
  redactions: RedactionsTable;
  judge_reviews: JudgeReviewsTable;
  review_versions: ReviewVersionsTable;
  conflicts: ConflictsTable;
  seals: SealsTable;
};
