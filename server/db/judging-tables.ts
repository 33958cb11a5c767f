/** The tables of judges, rounds and judging; part of tables.ts. */
import type { JSONColumnType } from 'kysely';
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
};

export type RoundJudgesTable = { round_id: string; judge_id: string; created_at: Date };
