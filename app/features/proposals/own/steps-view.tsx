import type { Proposal } from '#domain/proposals/schema.ts';
import { ownLabels, stepOf, STEPS } from './labels.ts';
import { useTimeline } from './proposal-timeline.tsx';
import css from './steps-view.module.css';

type Props = { proposal: Pick<Proposal, 'id' | 'decision'> };

/** Received, Read, Decision: which of them it has reached. */
export function StepsView({ proposal: { id, decision } }: Props) {
  const { data: events } = useTimeline(id);
  const isRead = events?.some(({ event }) => event === 'read') ?? false;
  const reached = STEPS.indexOf(stepOf(decision, isRead));
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
