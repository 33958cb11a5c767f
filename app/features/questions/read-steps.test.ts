import { expect, test } from 'vitest';
import type { Question } from '#domain/questions/schema.ts';
import { readSteps, stepOf } from './read-steps.ts';
import { answersIn, readValues, toValues } from './read-values.ts';

const ask = (at: number, more: Partial<Question> = {}): Question => ({
  id: `q${at}`,
  kind: 'yes_no',
  label: `Question ${at}`,
  help: null,
  is_required: true,
  max_length: null,
  min: null,
  max: null,
  options: null,
  eligible: null,
  shown_if: null,
  is_retired: false,
  ...more,
});

const many = (count: number, more: (at: number) => Partial<Question> = () => ({})) =>
  Array.from({ length: count }, (_, at) => ask(at, more(at)));

test('forty questions are four steps, each with what is missing', () => {
  const steps = readSteps(many(40), { q0: true, q1: false });
  expect(steps.map(({ questions }) => questions.length)).toEqual([10, 10, 10, 10]);
  expect(steps.map(({ state }) => state)).toEqual([
    '8 missing',
    '10 missing',
    '10 missing',
    '10 missing',
  ]);
  expect(stepOf(many(40), 'answers.q39')).toBe('questions-4');
  expect(stepOf(many(40), 'business_name')).toBe('');
});

test('steps are about as long as each other, and one that conditions empty is left out', () => {
  expect(readSteps(many(11), {}).map(({ questions }) => questions.length)).toEqual([6, 5]);
  const hidden = many(12, (at) =>
    at < 6 ? {} : { shown_if: { question_id: 'q0', equals: true } },
  );
  expect(readSteps(hidden, {}).map(({ name }) => name)).toEqual(['questions-1']);
  expect(readSteps(hidden, { q0: true })).toHaveLength(2);
});

test('an optional step is done once something is answered', () => {
  const optional = many(2, () => ({ is_required: false }));
  const stateOf = (answers: Record<string, boolean>) => readSteps(optional, answers)[0]!.state;
  expect(stateOf({})).toBe('Optional');
  expect(stateOf({ q1: false })).toBe('Done');
});

test('answers travel among the values of a form, also one that was taken away', () => {
  const values = { business_name: 'Ada', ...toValues({ a: false, b: ['x', 'y'], c: null, d: 0 }) };
  expect(readValues(values)).toEqual({ a: false, b: ['x', 'y'], c: null, d: 0 });
  expect(answersIn(values)).toEqual({ a: false, b: ['x', 'y'], d: 0 });
});
