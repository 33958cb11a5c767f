import { questionLabels } from './labels.ts';
import type { Step } from './read-steps.ts';
import css from './step-nav.module.css';

type Props = {
  steps: readonly Step[];
  current: string;
  onOpen: (name: string) => void;
};

/** All steps of the form, each with what is missing in it. */
export function StepNav({ steps, current, onOpen }: Props) {
  return (
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
                className={css.state}
                data-done={state === questionLabels.done ? '' : undefined}
              >
                {state}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
