import { useState } from 'react';
import type { Answers, Question } from '#domain/questions/schema.ts';
import { answerField } from '#domain/questions/rules.ts';
import { Field } from '#app/ui/field.tsx';
import { FileContext } from '../file-context.ts';
import { QuestionFields } from '../question-fields.tsx';
import css from './edit-form.module.css';
import { editorLabels } from './labels.ts';

/** The questions as an applicant answers them, as wide as a phone; nothing is kept. */
export function QuestionPreview({ questions }: { questions: readonly Question[] }) {
  const [answers, setAnswers] = useState<Answers>({});
  const live = questions.filter(({ is_retired }) => !is_retired);
  return (
    <div className={css.phone} role="group" aria-label={editorLabels.previewTitle}>
      {live.length === 0 && <p>{editorLabels.none}</p>}
      <FileContext
        value={({ question }) => (
          <Field
            label={question.label}
            name={answerField(question.id)}
            hint={question.help ?? undefined}
            isOptional={!question.is_required}
          >
            {(control) => <input type="file" disabled {...control} />}
          </Field>
        )}
      >
        <QuestionFields
          questions={live}
          answers={answers}
          onChange={(id, value) =>
            setAnswers(({ [id]: _, ...others }) =>
              value === null ? others : { ...others, [id]: value },
            )
          }
        />
      </FileContext>
    </div>
  );
}
