import { isBlank } from '#domain/questions/answer-rules.ts';
import type { Answers, AnswerValue } from '#domain/questions/schema.ts';

const GROUPED = /^-?\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?$/;
const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** A number as people type it: `1,200.50`. Other text stays as it is, so that it can be refused. */
export function readNumber(text: string): number | string {
  const trimmed = text.trim();
  const plain = GROUPED.test(trimmed) ? trimmed.replace(/[ ,]/g, '') : trimmed;
  return PLAIN.test(plain) ? Number(plain) : trimmed;
}

/** The answers with one more; null or blank takes it away. */
export function withAnswer(answers: Answers, id: string, value: AnswerValue | null): Answers {
  const { [id]: _, ...others } = answers;
  return isBlank(value) ? others : { ...others, [id]: value as AnswerValue };
}
