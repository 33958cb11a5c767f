/** What a draft still lacks before it can be submitted, in words. */
import { countOf } from '../count-of.ts';
import { formatMoment } from '../dates.ts';
import { DOCUMENT_LABELS } from '../proposals/rules.ts';

const LABELS: Partial<Record<string, string>> = {
  business_name: 'the business name',
  business_location: 'the business location',
  business_website: 'a valid website',
  business_description: 'a shorter description',
  pitch_deck: `the ${DOCUMENT_LABELS.pitch_deck}`,
  financials: `the ${DOCUMENT_LABELS.financials}`,
};

const questions = countOf('question', 'questions');

/** The words of questions by their ids, where they are known. */
type Words = Readonly<Record<string, string>>;

/** What a submission still waits for, and what happens without it; `keys` have not arrived. */
export function describeAwaited(keys: readonly string[], until: string | Date, words: Words = {}) {
  const them = keys.length === 1 ? 'it isn’t' : 'they aren’t';
  return `${describeMissing(keys, words)} If ${them} here by ${formatMoment(until)}, your proposal does not count.`;
}

/**
 * "Still missing: the business location, answers to 8 questions of the program." `missing` is that
 * of a draft: what is no name of a field or document is a question's id.
 */
export function describeMissing(missing: readonly string[], words: Words = {}): string {
  const quoted = (part: string) => (words[part] === undefined ? [] : `“${words[part]}”`);
  const named = missing.flatMap((part) => LABELS[part] ?? quoted(part));
  const asked = missing.length - named.length;
  const answers = asked === 1 ? 'the answer to 1 question' : `answers to ${questions(asked)}`;
  return `Still missing: ${[...named, ...(asked > 0 ? [`${answers} of the program`] : [])].join(', ')}.`;
}
