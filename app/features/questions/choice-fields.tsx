import { fieldId } from '#app/ui/field.tsx';
import { Button } from '#app/ui/button.tsx';
import { ChoiceGroup } from '#app/ui/choice-group.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { answerField } from '#domain/questions/rules.ts';
import { describeGone, questionLabels } from './labels.ts';
import { fieldTextOf, type QuestionFieldProps } from './read-question.ts';
import css from './question-fields.module.css';

/** More are a list that opens. */
const MOST_IN_SIGHT = 8;

export function YesNoField(props: QuestionFieldProps) {
  const { value, onChange } = props;
  return (
    <ChoiceGroup
      {...fieldTextOf(props)}
      type="radio"
      choices={[
        { value: 'true', label: questionLabels.yes, isChosen: value === true },
        { value: 'false', label: questionLabels.no, isChosen: value === false },
      ]}
      onChange={(chosen) => onChange(chosen === 'true')}
    >
      <Clear {...props} />
    </ChoiceGroup>
  );
}

export function ChoiceField(props: QuestionFieldProps) {
  const { question, value, onChange } = props;
  const options = question.options ?? [];
  if (options.length > MOST_IN_SIGHT) return <LongChoice {...props} />;
  return (
    <ChoiceGroup
      {...fieldTextOf(props)}
      type="radio"
      choices={options.map((one) => ({ value: one, label: one, isChosen: one === value }))}
      onChange={onChange}
    >
      <Gone {...props} />
      <Clear {...props} />
    </ChoiceGroup>
  );
}

function LongChoice(props: QuestionFieldProps) {
  const { question, value, onChange } = props;
  const options = question.options ?? [];
  return (
    <>
      <SelectField
        {...fieldTextOf(props)}
        options={options}
        placeholder={questionLabels.choose}
        value={options.includes(String(value)) ? String(value) : ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
      <Gone {...props} />
    </>
  );
}

export function ChoicesField(props: QuestionFieldProps) {
  const { question, value, onChange } = props;
  const options = question.options ?? [];
  const chosen = chosenOf(value);
  return (
    <ChoiceGroup
      {...fieldTextOf(props)}
      type="checkbox"
      choices={options.map((one) => ({ value: one, label: one, isChosen: chosen.includes(one) }))}
      onChange={(option, isChosen) =>
        onChange(options.filter((one) => (one === option ? isChosen : chosen.includes(one))))
      }
    >
      <Gone {...props} />
    </ChoiceGroup>
  );
}

function chosenOf(value: QuestionFieldProps['value']): readonly string[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? [value] : [];
}

/** What was chosen while it was offered. */
function Gone({ question, value }: QuestionFieldProps) {
  const gone = chosenOf(value).filter((one) => !question.options?.includes(one));
  return gone.length > 0 && <p className={css.note}>{describeGone(gone)}</p>;
}

/** Radio buttons cannot be switched off. */
function Clear({ question, value, onChange }: QuestionFieldProps) {
  if (question.is_required || value === undefined) return null;
  const clear = () => {
    onChange(null);
    document.getElementById(fieldId(answerField(question.id)))?.focus();
  };
  return (
    <Button variant="quiet" isSmall onClick={clear}>
      {questionLabels.clear}
    </Button>
  );
}
