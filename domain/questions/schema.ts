import * as z from 'zod/mini';
import { readJsonField } from '../text.ts';
import { ANSWER_RULES, QUESTION_KINDS, QUESTION_RULES } from './rules.ts';

/** A bound of a number, or of a date as `YYYY-MM-DD`. */
const bound = z.nullable(z.union([z.number(), z.string()]));

/** Which answers qualify, and what everybody else is told. */
const eligible = z.union([
  z.object({ values: z.array(z.union([z.boolean(), z.string()])), sentence: z.string() }),
  z.object({ min: bound, max: bound, sentence: z.string() }),
]);

export const question = z.object({
  id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  label: z.string(),
  help: z.nullable(z.string()),
  is_required: z.boolean(),
  /** In characters; null unless the answer is a text. */
  max_length: z.nullable(z.number()),
  /** Inclusive; null if there is none. */
  min: bound,
  max: bound,
  /** Null unless the answer is chosen from them. */
  options: z.nullable(z.array(z.string())),
  eligible: z.nullable(eligible),
  /** Asked only if an earlier question has this answer. */
  shown_if: z.nullable(
    z.object({ question_id: z.string(), equals: z.union([z.boolean(), z.string()]) }),
  ),
  is_retired: z.boolean(),
});

/** What an admin sends; domain/questions/definitions.ts checks it whole, against the stored list. */
export const questionsInput = z.optional(
  z.array(z.record(z.string(), z.unknown(), { error: QUESTION_RULES.list }), {
    error: QUESTION_RULES.list,
  }),
);

/** A file, as it was sent; people who must not read it get only how large it is. */
const fileValue = z.object({
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** Null until it was counted, or if nobody can. */
  pages: z.nullable(z.number()),
});

export const answerValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  fileValue,
  z.pick(fileValue, { size: true, pages: true }),
]);

const answersByQuestion = z.record(z.string(), z.unknown(), { error: ANSWER_RULES.list });

/** JSON, or its text as multipart sends it. */
export const answersInput = z.optional(
  z.pipe(
    z.transform((sent) => (typeof sent === 'string' ? readJsonField(sent.trim() || '{}') : sent)),
    answersByQuestion,
  ),
);

/** As it was asked at submission. */
export const answer = z.object({
  question_id: z.string(),
  label: z.string(),
  kind: z.enum(QUESTION_KINDS),
  value: answerValue,
});

export type Question = z.output<typeof question>;
export type Eligible = z.output<typeof eligible>;
export type Bound = z.output<typeof bound>;
export type Answer = z.output<typeof answer>;
export type AnswerValue = z.output<typeof answerValue>;
export type FileValue = z.output<typeof fileValue>;
export type Answers = Record<string, AnswerValue>;
export type SentAnswers = z.output<typeof answersByQuestion>;
