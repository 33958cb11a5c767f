import { useState } from 'react';
import { canFilter } from '#domain/questions/kind-rules.ts';
import { choicesOf } from '#app/features/questions/choice-labels.ts';
import { useQuestions } from '#app/features/questions/use-questions.ts';
import { answerFilter } from '#app/features/submissions/filters.ts';
import { useListParams } from '#app/lists/use-list-params.ts';
import { SelectField } from '#app/ui/text-field.tsx';
import { linkLabels } from './link-labels.ts';

/** Filters the proposals of one program by the answer to one of its questions. */
export default function AnswerFilter({ programId }: { programId: string }) {
  const { search, change } = useListParams();
  const [chosen, setChosen] = useState('');
  const questions = useQuestions(programId).filter(({ kind }) => canFilter(kind));
  const asked = questions.find(({ id }) => search.has(answerFilter(id)));
  const question = asked ?? questions.find(({ id }) => id === chosen);
  if (questions.length === 0) return null;
  return (
    <>
      <SelectField
        label={linkLabels.question}
        name="question"
        aria-required={undefined}
        options={questions.map(({ id, label }) => ({ value: id, label }))}
        placeholder={linkLabels.noQuestion}
        value={question?.id ?? ''}
        onChange={({ target }) => {
          setChosen(target.value);
          if (asked) change({ [answerFilter(asked.id)]: null });
        }}
      />
      {question && (
        <SelectField
          label={linkLabels.answer}
          name="answer"
          aria-required={undefined}
          options={choicesOf(question)}
          placeholder={linkLabels.anyAnswer}
          value={search.get(answerFilter(question.id)) ?? ''}
          onChange={({ target }) => change({ [answerFilter(question.id)]: target.value || null })}
        />
      )}
    </>
  );
}
