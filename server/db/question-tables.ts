/** Tables of programs' own questions and the answers to them; part of tables.ts. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Question } from '#domain/questions/schema.ts';
import type { QuestionKind } from '#domain/questions/kind-rules.ts';

type OptionalColumns = {
  opens_at: Date | null;
  /** How much there is, in words. */
  amount_text: string | null;
  /** The day by which it decides, such as 2026-12-01. */
  decision_by: string | null;
};

/**
 * Columns of a program that say who sees it, from when on it takes submissions, what there is, and
 * until when it decides.
 */
export type OpeningColumns = OptionalColumns & { is_public: boolean };
export type StoredOpeningColumns = OptionalColumns & { is_public: Generated<boolean> };

export type QuestionsTable = {
  id: string;
  program_id: string;
  place: number;
  is_retired: boolean;
  definition: JSONColumnType<Omit<Question, 'id' | 'is_retired'>>;
};

/** One row per answer of a proposal, as it was asked; `value` is JSON. */
export type AnswersTable = {
  proposal_id: string;
  question_id: string;
  place: number;
  kind: QuestionKind;
  label: string;
  value: string;
};

export type AnsweredOptionsTable = { question_id: string; option: string; proposal_id: string };
