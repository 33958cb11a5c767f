import type { Question } from '#domain/questions/schema.ts';
import { RadioField } from '#app/ui/radio-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import {
  choicesOf,
  describeCondition,
  describeLimits,
  describeValue,
} from './describe-question.ts';

type Props = { deciding: readonly Question[]; typed: Record<string, string> };

/** The questions that decide who can apply, for a page without script: conditions are in words. */
export function EligibilityFields({ deciding, typed }: Props) {
  return deciding.map((question) => {
    const { id, kind, label, is_required } = question;
    const text = { label, name: id, hint: hintOf(question, deciding), isOptional: !is_required };
    const defaultValue = typed[id];
    if (kind === 'number' || kind === 'date')
      return (
        <TextField
          key={id}
          {...text}
          {...(kind === 'date' ? { type: 'date' } : { inputMode: 'decimal' })}
          defaultValue={defaultValue}
          autoComplete="off"
        />
      );
    return (
      <RadioField key={id} {...text} options={optionsOf(question)} defaultValue={defaultValue} />
    );
  });
}

const optionsOf = (question: Question) =>
  question.kind === 'yes_no'
    ? [true, false].map((value) => ({ value: String(value), label: describeValue(value) }))
    : choicesOf(question).map((value) => ({ value, label: value }));

const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

function hintOf(question: Question, deciding: readonly Question[]): string | undefined {
  const limits = choicesOf(question).length > 0 ? undefined : describeLimits(question);
  const parts = [describeCondition(question, deciding), question.help, limits];
  const sentences = parts.flatMap((part) => part || []).map(endSentence);
  return sentences.join(' ') || undefined;
}
