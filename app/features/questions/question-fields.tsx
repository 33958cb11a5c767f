import { use, useState, type ReactNode } from 'react';
import { readAnswer, refuseAnswer, shownOf } from '#domain/questions/answers.ts';
import { answerField, type QuestionKind } from '#domain/questions/rules.ts';
import type { Answers, AnswerValue, Question } from '#domain/questions/schema.ts';
import { useField } from '#app/ui/field.tsx';
import { ChoiceField, ChoicesField, YesNoField } from './choice-fields.tsx';
import { FileContext } from './file-context.ts';
import css from './question-fields.module.css';
import type { QuestionFieldProps } from './read-question.ts';
import { DateField, LongTextField, NumberField, ShortTextField } from './typed-fields.tsx';

type Props = {
  /** All of a program, in their order: some depend on answers to others. */
  questions: readonly Question[];
  /** Shows only these of them. */
  among?: readonly Question[];
  answers: Answers;
  /** Null takes the answer away. */
  onChange: (questionId: string, value: AnswerValue | null) => void;
  /** By `answers.{id}`, beside those of the form around the questions. */
  errors?: Record<string, string>;
  /** By the id of a question: what else is said beside it. */
  notes?: Record<string, string>;
};

/** As the form around them shows it. */
function FileField(props: QuestionFieldProps) {
  return use(FileContext)(props);
}

const FIELDS: Record<QuestionKind, (props: QuestionFieldProps) => ReactNode> = {
  short_text: ShortTextField,
  long_text: LongTextField,
  number: NumberField,
  date: DateField,
  yes_no: YesNoField,
  choice: ChoiceField,
  choices: ChoicesField,
  file: FileField,
};

/**
 * A program's own questions, as an applicant answers them; those that a condition hides are not
 * shown. What is typed stays in its field: give the component a new `key` to fill it in anew.
 */
export function QuestionFields({
  questions,
  among = questions,
  answers,
  onChange,
  errors = {},
  notes = {},
}: Props) {
  const shown = shownOf(questions, answers).filter((one) => among.includes(one));
  return shown.map((question) => (
    <QuestionField
      key={question.id}
      question={question}
      value={answers[question.id]}
      onChange={(value) => onChange(question.id, value)}
      error={errors[answerField(question.id)]}
      note={notes[question.id]}
    />
  ));
}

/** With what somebody is told whose answer does not qualify, once it is given. */
function QuestionField({ note, ...props }: QuestionFieldProps & { note: string | undefined }) {
  const { question, value } = props;
  const [isTyping, setTyping] = useState(false);
  const Kind = FIELDS[question.kind];
  const { problem } = useField({ name: answerField(question.id), error: props.error });
  const told = isTyping ? undefined : refuseAnswer(question, readAnswer(question, value)?.value);
  const isTyped = question.kind === 'number' || question.kind === 'date';
  return (
    <div
      className={css.question}
      onInput={() => setTyping(isTyped)}
      onBlur={() => setTyping(false)}
    >
      {note && <p className={css.note}>{note}</p>}
      <Kind {...props} />
      <p className={css.told} role="status">
        {told !== problem && told}
      </p>
    </div>
  );
}
