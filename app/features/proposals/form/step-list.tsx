import { Button } from '#app/ui/button.tsx';
import { FormActions } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { paths } from '#app/paths.ts';
import type { Step } from '#app/features/questions/read-steps.ts';
import { proposalLabels } from '../labels.ts';
import css from './step-list.module.css';
import { submitLabels } from './labels.ts';
import { CHECK_STEP } from './use-step.ts';

type Props = {
  steps: readonly Step[];
  current: string;
  /** Whether everything could be submitted now. */
  isComplete: boolean;
  onOpen: (name: string) => void;
  onCheck: () => void;
};

/** Business, Questions, Documents, Check: each with what is missing in it. */
export const StepList = ({ steps, current, isComplete, onOpen, onCheck }: Props) => (
  <nav className={css.steps} aria-label={submitLabels.steps}>
    <ol>
      {[...steps, checkStep(isComplete)].map(({ name, title, state }) => (
        <li key={name}>
          <button
            type="button"
            aria-current={name === current ? 'step' : undefined}
            data-done={state === submitLabels.done ? '' : undefined}
            onClick={() => (name === CHECK_STEP ? onCheck() : onOpen(name))}
          >
            <span className={css.title}>{title}</span> <span className={css.state}>{state}</span>
          </button>
        </li>
      ))}
    </ol>
  </nav>
);

const checkStep = (isComplete: boolean) => ({
  name: CHECK_STEP,
  title: submitLabels.stepNames.check,
  state: isComplete ? submitLabels.readyToSubmit : submitLabels.notReady,
});

type ActionsProps = {
  steps: readonly Step[];
  current: string;
  onOpen: (name: string) => void;
  /** Whether the check is next although there are further steps. */
  isFixing: boolean;
};

/** On to the next step, and back; the last one leads to the check. */
export function StepActions({ steps, current, onOpen, isFixing }: ActionsProps) {
  const place = steps.findIndex(({ name }) => name === current);
  const before = steps[place - 1];
  const isLast = isFixing || place === steps.length - 1;
  return (
    <FormActions>
      <Button type="submit">
        <span>{isLast ? submitLabels.check : submitLabels.next}</span>
      </Button>
      {before ? (
        <Button variant="secondary" onClick={() => onOpen(before.name)}>
          {submitLabels.back}
        </Button>
      ) : (
        <LinkButton to={paths.availablePrograms} variant="secondary">
          {proposalLabels.cancel}
        </LinkButton>
      )}
    </FormActions>
  );
}
