/** The name of an answer in `fields` of a refusal. */
export const answerField = (questionId: string): string => `answers.${questionId}`;

/** The id in such a name; undefined if it names another field. */
export const questionIdOf = (field: string): string | undefined =>
  /^answers\.(.+)$/.exec(field)?.[1];
