import type { Question } from '#domain/questions/schema.ts';
import { ChoiceGroup } from '#app/ui/choice-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { choicesOf } from './choice-labels.ts';
import { describeCondition } from './sheet-labels.ts';
import { hintOf } from './labels.ts';
import { keyboardOf } from './read-question.ts';
import css from './question-fields.module.css';

type Props = { deciding: readonly Question[]; typed: Record<string, string> };

/** The questions that decide who can apply, for a page without script: conditions are in words. */
export const EligibilityFields = ({ deciding, typed }: Props) =>
  deciding.map((question) => (
    <div key={question.id} className={css.question}>
      <Deciding question={question} deciding={deciding} value={typed[question.id] ?? ''} />
    </div>
  ));

/** Without script nothing changes. */
const ignore = (): void => undefined;

type OneProps = { question: Question; deciding: readonly Question[]; value: string };

function Deciding({ question, deciding, value }: OneProps) {
  const { id, kind, label, is_required } = question;
  const hint = [describeCondition(question, deciding), hintOf(question)].filter(Boolean).join('\n');
  const text = { label, name: id, hint, isOptional: !is_required };
  if (kind === 'number' || kind === 'date')
    return (
      <TextField
        {...text}
        {...(kind === 'date' ? { type: 'date' } : { inputMode: keyboardOf(question) })}
        defaultValue={value}
        autoComplete="off"
      />
    );
  const choices = choicesOf(question).map((choice) => ({
    ...choice,
    isChosen: choice.value === value,
  }));
  return <ChoiceGroup {...text} type="radio" choices={choices} onChange={ignore} />;
}
