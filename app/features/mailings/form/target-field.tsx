import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { useProgramChoices } from '#app/features/programs/use-program-choices.ts';
import { ChoiceGroup } from '#app/ui/choice-group.tsx';
import fieldCss from '#app/ui/field.module.css';
import { FieldError, FieldHint, useField } from '#app/ui/field.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import type { Target } from '../mailing-calls.ts';
import { composeLabels as labels, describeSelection } from '../labels.ts';

/** The name by which the API refuses whom a mailing is for. */
const NAME = 'filter';
const PROGRAM = 'drafts_of';
const AUDIENCES = [
  { value: 'applicants', label: labels.applicants },
  { value: 'drafters', label: labels.drafters },
] as const;

type ChosenProps = { target: Target };

/** Whom the list has handed over. */
export function ChosenTarget({ target }: ChosenProps) {
  const { id, problem } = useField({ name: NAME });
  return (
    <div className={fieldCss.field} id={id} tabIndex={-1} {...{ [FIELD]: NAME }}>
      <b>{labels.to}</b>
      <p>
        <span>{'ids' in target ? describeSelection(target.ids.length) : labels.allMatching}</span>{' '}
        <Link to={paths.createMailing()} replace>
          {labels.others}
        </Link>{' '}
        {'filter' in target && <Link to={paths.submissions(target.filter)}>{labels.seeList}</Link>}
      </p>
      <FieldHint id={id}>{labels.onceEach}</FieldHint>
      <FieldError id={id}>{problem}</FieldError>
    </div>
  );
}

/** One program's applicants, or those who have begun and not submitted. */
export function TargetField({ values }: { values: Record<string, string> }) {
  const [audience, setAudience] = useState(values[NAME] ?? AUDIENCES[0].value);
  const [program, setProgram] = useState(values[PROGRAM] ?? '');
  return (
    <>
      <ChoiceGroup
        label={labels.to}
        name={NAME}
        type="radio"
        hint={labels.onceEach}
        choices={AUDIENCES.map((one) => ({ ...one, isChosen: one.value === audience }))}
        onChange={setAudience}
      />
      <SelectField
        label={labels.program}
        name={PROGRAM}
        placeholder={labels.chooseProgram}
        options={useProgramChoices()}
        value={program}
        onChange={({ target }) => setProgram(target.value)}
      />
    </>
  );
}

/** What was chosen there; undefined without a program, which would mean everybody. */
export function readTarget(data: FormData): Target | undefined {
  const program = String(data.get(PROGRAM) ?? '');
  if (program === '') return undefined;
  return data.get(NAME) === 'drafters'
    ? { drafts_of: program }
    : { filter: { program_id: program } };
}

export const programMissing = {
  message: labels.programMissing,
  fields: { [PROGRAM]: labels.programMissing },
};
