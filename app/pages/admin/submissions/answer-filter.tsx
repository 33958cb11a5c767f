import { useState } from 'react';
import { readNumber } from '#domain/numbers.ts';
import { canFilter, hasBounds, type QuestionKind } from '#domain/questions/rules.ts';
import { choicesOf } from '#app/features/questions/choice-labels.ts';
import { useQuestions } from '#app/features/questions/use-questions.ts';
import { answerFilter, answerFiltersIn, questionIn } from '#app/features/submissions/filters.ts';
import { useListParams } from '#app/lists/use-list-params.ts';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { linkLabels } from './link-labels.ts';

/**
 * Filters the proposals of one program by the answer to one of its questions: by an option, or by
 * the least and the greatest number or day, by which it also sorts.
 */
export default function AnswerFilter({ programId }: { programId: string }) {
  const { search, change } = useListParams();
  const [chosen, setChosen] = useState('');
  const questions = useQuestions(programId).filter(
    ({ kind }) => canFilter(kind) || hasBounds(kind),
  );
  const set = answerFiltersIn(search);
  const sort = search.get('sort')?.replace(/^-/, '');
  const asked = questions.find(
    ({ id }) => set.some((name) => questionIn(name) === id) || sort === answerFilter(id),
  );
  const question = asked ?? questions.find(({ id }) => id === chosen);
  if (questions.length === 0) return null;
  const choose = (id: string) => {
    setChosen(id);
    if (!asked) return;
    const own = set.filter((name) => questionIn(name) === asked.id);
    change({
      ...Object.fromEntries(own.map((name) => [name, null])),
      ...(sort === answerFilter(asked.id) && { sort: null }),
    });
  };
  return (
    <>
      <SelectField
        label={linkLabels.question}
        name="question"
        aria-required={undefined}
        options={questions.map(({ id, label }) => ({ value: id, label }))}
        placeholder={linkLabels.noQuestion}
        value={question?.id ?? ''}
        onChange={({ target }) => choose(target.value)}
      />
      {question && hasBounds(question.kind) && <Bounds key={question.id} {...question} />}
      {question && canFilter(question.kind) && (
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

type Asked = { id: string; kind: QuestionKind };

function Bounds({ id, kind }: Asked) {
  const { search, change } = useListParams();
  const name = answerFilter(id);
  const value = search.get('sort') ?? '';
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <BoundField
          key={`${end} ${search.get(`${name}.${end}`)}`}
          name={`${name}.${end}`}
          label={linkLabels[end]}
          kind={kind}
        />
      ))}
      <SelectField
        label={linkLabels.order}
        name="answer_order"
        aria-required={undefined}
        options={[
          { value: name, label: linkLabels[`${kind as 'number' | 'date'}Up`] },
          { value: `-${name}`, label: linkLabels[`${kind as 'number' | 'date'}Down`] },
        ]}
        placeholder={linkLabels.noOrder}
        value={value.endsWith(name) ? value : ''}
        onChange={({ target }) => change({ sort: target.value || null })}
      />
    </>
  );
}

type BoundProps = { name: string; label: string; kind: QuestionKind };

/** Applied when it is left or at Enter: half a number would be another one. */
function BoundField({ name, label, kind }: BoundProps) {
  const { search, change } = useListParams();
  const [error, setError] = useState('');
  const apply = (typed: string) => {
    const { value, wrong = '' } =
      kind === 'date' || typed.trim() === '' ? { value: typed.trim() } : readNumber(typed);
    setError(wrong);
    if (!wrong && String(value) !== (search.get(name) ?? '')) change({ [name]: String(value) });
  };
  return (
    <TextField
      label={label}
      name={name}
      type={kind === 'date' ? 'date' : 'text'}
      aria-required={undefined}
      error={error}
      defaultValue={search.get(name) ?? ''}
      onBlur={({ target }) => apply(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && apply(currentTarget.value)}
    />
  );
}
