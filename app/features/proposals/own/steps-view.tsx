import type { Proposal } from '#domain/proposals/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { ownLabels, stepOf, STEPS } from './labels.ts';
import css from './steps-view.module.css';

type Props = { proposal: Pick<Proposal, 'decision' | 'program'> };

/** Received, Read, Decision: which of them it has reached. */
export function StepsView({ proposal: { decision, program } }: Props) {
  const reached = STEPS.indexOf(stepOf(decision, program.deadline_date, serverNow()));
  return (
    <ol className={css.steps} aria-label={ownLabels.stepsLabel}>
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={place === reached ? 'step' : undefined}
          data-reached={place <= reached ? '' : undefined}
        >
          {ownLabels.steps[step]}
        </li>
      ))}
    </ol>
  );
}
