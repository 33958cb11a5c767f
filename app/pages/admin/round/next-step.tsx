import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Round } from '#domain/rounds/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { roundLabels } from '#app/features/rounds/desk/labels.ts';
import { useRoundChanges } from '#app/features/rounds/desk/use-rounds.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { stepLabels as labels } from './labels.ts';
import type { Step } from './step-dialog.tsx';
import type { Tab } from './tabs.ts';

const OpeningDialog = lazyPart(() => import('./opening-dialog.tsx'));
const StepDialog = lazyPart(() => import('./step-dialog.tsx'));

type Props = { round: Versioned<Round>; tab: Tab };

/** What an admin does next with the round: one button stands out. */
export function NextStep({ round, tab }: Props) {
  const [step, setStep] = useState<Step | null>(null);
  const [first, ...others] = stepsOf(round, tab);
  const close = () => setStep(null);
  return (
    <>
      {first && <Button onClick={() => setStep(first)}>{LABELS[first]}</Button>}
      {others.map((other) => (
        <Button key={other} variant="secondary" onClick={() => setStep(other)}>
          {LABELS[other]}
        </Button>
      ))}
      <LinkButton to={paths.createRound({ copy: round.id })} variant="secondary">
        {labels.copy}
      </LinkButton>
      {round.state === 'draft' && <DeleteRound round={round} />}
      <Suspense>
        {step === 'open' && <OpeningDialog round={round} onClose={close} />}
        {step && step !== 'open' && <StepDialog step={step} round={round} onClose={close} />}
      </Suspense>
    </>
  );
}

const LABELS: Readonly<Record<Step, string>> = {
  open: labels.preview,
  close: labels.close,
  reopen: labels.reopen,
  fill: labels.fill,
  seal: labels.seal,
  unseal: labels.unseal,
  release: labels.release,
};

function stepsOf({ state }: Round, tab: Tab): Step[] {
  if (state === 'draft') return ['open'];
  if (state === 'open') return ['close'];
  if (state === 'closed')
    return tab === 'decisions' || tab === 'release'
      ? ['seal', 'fill', 'reopen']
      : ['fill', 'reopen'];
  return state === 'sealed' ? ['release', 'unseal'] : [];
}

function DeleteRound({ round: { id, name } }: { round: Round }) {
  const navigate = useNavigate();
  const { remove } = useRoundChanges();
  return (
    <DeleteButton
      name={name}
      question={roundLabels.deleteQuestion}
      done={roundLabels.deleted}
      variant="secondary"
      remove={() => remove(id)}
      onDeleted={() => void navigate(paths.rounds())}
    />
  );
}
