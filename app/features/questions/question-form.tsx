import type { ReactElement } from 'react';
import { isSameValue, valuesOf } from '#domain/questions/edit-rules.ts';
import type { Answer, Question } from '#domain/questions/schema.ts';
import type { Difference } from '#app/editing/form/edit-conflict.tsx';
import { Button } from '#app/ui/button.tsx';
import { FormActions } from '#app/ui/form.tsx';
import { paths } from '#app/paths.ts';
import { EditedFields, readSent } from './edited-fields.tsx';
import { QuestionView } from './question-view.tsx';
import {
  describeAnswers,
  readSteps,
  refuseAnswers,
  stepOf,
  describeAnswer,
  type Step,
} from './read-steps.ts';
import { questionLabels } from './labels.ts';
import css from './step-nav.module.css';

/** What a form needs for a program that asks questions of its own; it loads with the first. */
export const questionRoom = {
  ...{ StepNav, QuestionView, StepActions, EditedFields },
  ...{ compareAnswers, describeAnswers, readSteps, refuseAnswers, stepOf },
};

export type QuestionRoom = typeof questionRoom;

/** The answers that somebody else has saved meanwhile, beside one's own. */
function compareAnswers(
  questions: readonly Question[],
  saved: readonly Answer[],
  /** As `EditedFields` sends them. */
  sent: string | undefined,
): Difference[] {
  const [theirs, mine] = [valuesOf(saved), readSent(sent ?? '{}')];
  return questions
    .filter(({ id }) => !isSameValue(theirs[id], mine[id]))
    .map((one) => ({
      label: one.label,
      theirs: describeAnswer(one, theirs[one.id]),
      mine: describeAnswer(one, mine[one.id]),
    }));
}

type Props = {
  steps: readonly Step[];
  current: string;
  onOpen: (name: string) => void;
  /** What the last step leads to. */
  checkLabel: string;
  /** What the first step has in place of a way back. */
  cancel: ReactElement;
};

/** On to the next step, and back; the last one leads to the check. */
function StepActions({ steps, current, onOpen, checkLabel, cancel }: Props) {
  const place = steps.findIndex(({ name }) => name === current);
  const before = steps[place - 1];
  return (
    <FormActions>
      <Button type="submit">
        <span>{place === steps.length - 1 ? checkLabel : questionLabels.next}</span>
      </Button>
      {before ? (
        <Button variant="secondary" onClick={() => onOpen(before.name)}>
          {questionLabels.back}
        </Button>
      ) : (
        cancel
      )}
    </FormActions>
  );
}

type StepNavProps = {
  programId: string;
  steps: readonly Step[];
  current: string;
  onOpen: (name: string) => void;
};

/** All steps of the form, each with what is missing in it. */
function StepNav({ programId, steps, current, onOpen }: StepNavProps) {
  return (
    <>
      <p className={css.sheet}>
        <a href={paths.programQuestions({ id: programId })} target="_blank" rel="noopener">
          {questionLabels.sheet}
        </a>
      </p>
      <nav className={css.steps} aria-label={questionLabels.steps}>
        <ol>
          {steps.map(({ name, title, state }) => (
            <li key={name}>
              <button
                type="button"
                aria-current={name === current ? 'step' : undefined}
                onClick={() => onOpen(name)}
              >
                <span className={css.title}>{title}</span>{' '}
                <span
                  className={`${css.state} note`}
                  data-done={state === questionLabels.done ? '' : undefined}
                >
                  {state}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}
