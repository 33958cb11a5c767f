import { Suspense, useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { DeclineForm } from './decline-form.tsx';
import type { Writing } from './use-writing.ts';
import { roomLabels } from './labels.ts';

/** Loaded when a decision that the applicant knows is changed. */
const CorrectionFields = lazyPart(() => import('./correction-fields.tsx'));

/** Loaded when a decision is reversed, or one that was released is changed. */
const TakeBackForm = lazyPart(() => import('./take-back-form.tsx'));
/** Loaded while a reason is written. */
const DeclineMail = lazyPart(() => import('./decline-mail.tsx'));

/** What a decision needs, as long as somebody writes it. */
export function DecisionForm({ proposal, writing }: { proposal: Proposal; writing: Writing }) {
  const { draft, write, decision } = writing;
  const { asking, errors, stop } = decision;
  const [isSent, setSent] = useState(false);
  if (!asking) return null;
  const reason = decision.isReleased && (
    <TextAreaField
      label={roomLabels.correctionReason}
      name="correction_reason"
      hint={roomLabels.correctionReasonHint}
      rows={3}
      maxLength={LENGTHS.reason}
      error={errors.correction}
      value={draft.correction ?? ''}
      onChange={({ target }) => write({ correction: target.value })}
    />
  );
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
  if (asking !== 'decline')
    return (
      <Suspense>
        <TakeBackForm isApproving={asking === 'approve'} onTakeBack={decide} onCancel={stop}>
          {reason}
          {words}
        </TakeBackForm>
      </Suspense>
    );
  return (
    <DeclineForm
      draft={draft}
      error={errors.reason}
      label={isSent ? roomLabels.declineAndEmail : roomLabels.decline}
      onWrite={write}
      onDecline={writing.saveNext}
      onCancel={stop}
    >
      {reason}
      {words || (
        <Suspense>
          <DeclineMail id={proposal.id} change={decision.change} onKnown={setSent} />
        </Suspense>
      )}
    </DeclineForm>
  );
}
