/** Tables of programs' own questions and the answers to them; part of tables.ts. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Question, QuestionKind } from '#domain/questions/schema.ts';

/** Columns of a program that say who sees it, and from when on it takes submissions. */
export type OpeningColumns = { opens_at: Date | null; is_public: boolean };
export type StoredOpeningColumns = { opens_at: Date | null; is_public: Generated<boolean> };

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
