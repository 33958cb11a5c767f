import { paths } from '#app/paths.ts';
import { questionLabels } from './labels.ts';
import type { Step } from './read-steps.ts';
import css from './step-nav.module.css';

type Props = {
  programId: string;
  steps: readonly Step[];
  current: string;
  onOpen: (name: string) => void;
};

/** All steps of the form, each with what is missing in it. */
export function StepNav({ programId, steps, current, onOpen }: Props) {
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
