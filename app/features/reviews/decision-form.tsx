import { Suspense } from 'react';
import type { Proposal } from '#domain/proposals/schema.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { DeclineForm } from './decline-form.tsx';
import { TakeBackForm } from './take-back-form.tsx';
import type { Writing } from './use-writing.ts';

/** Loaded when a decision that the applicant knows is changed. */
const CorrectionFields = lazyPart(() => import('./correction-fields.tsx'));

/** What a decision needs, as long as somebody writes it. */
export function DecisionForm({ proposal, writing }: { proposal: Proposal; writing: Writing }) {
  const { draft, write, decision } = writing;
  const { asking, errors, stop } = decision;
  if (!asking) return null;
  const words = decision.isCorrection && (
    <Suspense>
      <CorrectionFields
        {...{ proposal, draft }}
        error={errors.words}
        onWrite={write}
        change={decision.change}
        onCheck={decision.check}
      />
    </Suspense>
  );
  const decide = () => void decision.decide();
  if (asking === 'takeBack')
    return (
      <TakeBackForm onTakeBack={decide} onCancel={stop}>
        {words}
      </TakeBackForm>
    );
  return (
    <DeclineForm
      draft={draft}
      error={errors.reason}
      onWrite={write}
      onDecline={decide}
      onCancel={stop}
    >
      {words}
    </DeclineForm>
  );
}
