import type { Question } from '#domain/questions/schema.ts';

const NUMBER = /^[-+]?\d[\d\s,]*(\.\d+)?$/;

/** What an input holds as the value that is meant; what cannot be read stays as it was typed. */
export function readTyped({ kind }: Pick<Question, 'kind'>, typed: string): unknown {
  const text = typed.trim();
  if (kind === 'yes_no' && (text === 'true' || text === 'false')) return text === 'true';
  return kind === 'number' && NUMBER.test(text) ? Number(text.replace(/[\s,]/g, '')) : text;
}
