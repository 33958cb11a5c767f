import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isBlank, valuesOf } from '#domain/questions/answers.ts';
import type { Answer, Answers, AnswerValue, Question } from '#domain/questions/schema.ts';
import { FormContext } from '#app/ui/form-context.ts';
import { valuesOf as valuesOfForm } from '#app/ui/form-values.ts';
import { questionLabels } from './labels.ts';
import css from './question-fields.module.css';
import { QuestionFields } from './question-fields.tsx';

type Props = {
  questions: readonly Question[];
  /** Those of the proposal. */
  stored: readonly Answer[];
  /** As a restored draft has them. */
  sent: string | undefined;
};

/** The answers in the text that the form sends. */
export const readSent = (text: string): Answers =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Record<string, AnswerValue | null>).filter(
      (pair): pair is [string, AnswerValue] => pair[1] !== null,
    ),
  );

/** The questions of a proposal that is edited; the form sends the answers as one text. */
export function EditedFields({ questions, stored, sent }: Props) {
  const [answers, setAnswers] = useState(() => (sent ? readSent(sent) : valuesOf(stored)));
  const { onValues } = use(FormContext);
  const ref = useRef<HTMLInputElement>(null);
  const save = useEffectEvent(() => {
    if (ref.current?.form) onValues?.(valuesOfForm(ref.current.form));
  });
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) save();
    isFirst.current = false;
  }, [answers]);
  const change = (id: string, value: AnswerValue | null) =>
    setAnswers(({ [id]: _, ...others }) => (isBlank(value) ? others : { ...others, [id]: value! }));
  return (
    <>
      <h2 className={css.title}>{questionLabels.title}</h2>
      <QuestionFields questions={questions} answers={answers} onChange={change} />
      <input
        ref={ref}
        type="hidden"
        name="answers"
        value={JSON.stringify(
          Object.fromEntries(questions.map(({ id }) => [id, answers[id] ?? null])),
        )}
      />
    </>
  );
}
