import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import type { Proposal } from '#domain/proposals/schema.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { DeclineForm } from './decline-form.tsx';
import type { Writing } from './use-writing.ts';
import css from './decline-form.module.css';
import { roomLabels } from './labels.ts';

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

type Props = { onTakeBack: () => void; onCancel: () => void; children: ReactNode };

/** What the applicant reads with it: a decision that they were told is corrected. */
function TakeBackForm({ onTakeBack, onCancel, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      ref={form}
      className={css.decline}
      noValidate
      tabIndex={-1}
      aria-label={roomLabels.takeBackTitle}
      onSubmit={(event) => {
        event.preventDefault();
        onTakeBack();
      }}
    >
      <p>{roomLabels.takeBackTitle}</p>
      {children}
      <div className={`${css.row} row`}>
        <Button type="submit" variant="danger" isSmall>
          {roomLabels.takeBack}
        </Button>
        <Button variant="quiet" isSmall onClick={onCancel}>
          {roomLabels.cancel}
        </Button>
      </div>
    </form>
  );
}
