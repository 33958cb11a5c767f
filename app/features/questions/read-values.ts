/** Answers among the values of a form: each as JSON under the name of its field, '' for none. */
import { answerField, questionIdOf } from '#domain/questions/rules.ts';
import type { AnswerValue, Answers } from '#domain/questions/schema.ts';
import type { FormValues } from '#app/storage/draft-store.ts';

type Values = Record<string, AnswerValue | null>;

export const toValues = (answers: Values = {}): FormValues =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => [
      answerField(id),
      value === null ? '' : JSON.stringify(value),
    ]),
  );

/** Null takes an answer away. */
export const readValues = (values: FormValues): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => {
      const id = questionIdOf(name);
      return id ? [[id, text === '' ? null : (JSON.parse(text) as AnswerValue)]] : [];
    }),
  );

/** Those that are given. */
export const answersIn = (values: FormValues): Answers =>
  Object.fromEntries(
    Object.entries(readValues(values)).filter(
      (pair): pair is [string, AnswerValue] => pair[1] !== null,
    ),
  );
