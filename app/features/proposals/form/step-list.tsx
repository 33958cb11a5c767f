import type { FormProblem } from '#app/ui/form-values.ts';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import css from './step-list.module.css';
import { submitLabels } from './labels.ts';

const STEPS = ['write', 'documents', 'check'] as const;
const DOCUMENTS = ['pitch_deck', 'financials'];

type Props = {
  isChecking: boolean;
  missing: FormProblem | null;
  /** The program's questions have a list of steps of their own. */
  isHidden: boolean;
};

/** Write, Documents, Check: which is done, and which comes now. */
export function StepList({ isChecking, missing, isHidden }: Props) {
  if (isHidden) return null;
  const fields = Object.keys(missing?.fields ?? {});
  const isDone = {
    write: fields.every((name) => DOCUMENTS.includes(name)),
    documents: !fields.some((name) => DOCUMENTS.includes(name)),
    check: false,
  };
  const written = isDone.write ? 'documents' : 'write';
  const current = isChecking ? 'check' : written;
  return (
    <ol className={`${css.steps} row`} aria-label={submitLabels.steps}>
      {STEPS.map((step) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          data-done={isDone[step] ? '' : undefined}
        >
          <span>{submitLabels.stepNames[step]}</span>
          {isDone[step] && <VisuallyHidden>{` (${submitLabels.done})`}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
