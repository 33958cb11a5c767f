import type { Question } from '#domain/questions/schema.ts';

/** Those that were asked for, and what an answer to one of them makes shown. */
export const askedOf = (
  questions: readonly Question[],
  fields: readonly string[],
): readonly Question[] =>
  questions.filter(
    ({ id, shown_if }) =>
      fields.includes(id) || (shown_if !== null && fields.includes(shown_if.question_id)),
  );
