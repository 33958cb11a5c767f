import { answerField } from '#domain/questions/rules.ts';
import type { AnswerValue, Question } from '#domain/questions/schema.ts';
import type { FieldText } from '#app/ui/field.tsx';
import { hintOf } from './labels.ts';

export type QuestionFieldProps = {
  question: Question;
  /** The initial value of what is typed, the current one of what is chosen. */
  value: AnswerValue | undefined;
  /** Null takes the answer away. */
  onChange: (value: AnswerValue | null) => void;
  /** Overrides the form's error of this question. */
  error?: string | undefined;
};

/** Decimal keyboards have no minus sign. */
export const keyboardOf = ({ min }: Question): 'decimal' | 'text' =>
  min !== null && Number(min) >= 0 ? 'decimal' : 'text';

/** What a field of the kit needs to know about a question. */
export const fieldTextOf = ({ question, error }: QuestionFieldProps): FieldText => ({
  label: question.label,
  name: answerField(question.id),
  hint: hintOf(question),
  error,
  isOptional: !question.is_required,
});
