import { useState } from 'react';
import type { Mailing } from '#domain/mailings/schema.ts';
import { formatDateTime } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import progressCss from '#app/uploads/progress.module.css';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import fieldCss from '#app/ui/field.module.css';
import { focusHeading } from '#app/ui/focus-heading.ts';
import { toast } from '#app/ui/toast.tsx';
import {
  describeCounts,
  describeMoment,
  mailingLabels as labels,
  describeStop,
  describeStopped,
} from './labels.ts';
import { StateBadge } from './mailings-table.tsx';
import css from './mailing-view.module.css';
import { PeopleList } from './people-list.tsx';
import { useCancelling } from './use-mailings.ts';

/** How far it is, what it says, and who gets it. */
export function MailingView({ mailing }: { mailing: Mailing }) {
  const { state, people, sent, failed } = mailing;
  return (
    <>
      <div className={progressCss.progress}>
        <p role="status">
          <StateBadge state={state} /> <b>{describeCounts(mailing)}</b>
        </p>
        {state !== 'planned' && (
          <progress aria-label={labels.progress} value={sent + failed} max={people} />
        )}
      </div>
      <Facts
        facts={[
          ...(mailing.to ? ([[labels.to, mailing.to]] as const) : []),
          ...(mailing.send_at ? ([[labels.sendAt, describeMoment(mailing.send_at)]] as const) : []),
          [labels.created, formatDateTime(mailing.created_at)],
          [labels.by, mailing.created_by ?? labels.nobody],
        ]}
      />
      <section aria-labelledby="text" className={css.part}>
        <h2 id="text">{labels.text}</h2>
        <PlainText>{mailing.text}</PlainText>
      </section>
      <PeopleList mailing={mailing} />
    </>
  );
}

/** What can be done about it: stopping it, or seeing what failed. */
export const MailingActions = ({ mailing }: { mailing: Mailing }) => (
  <>
    {mailing.failed > 0 && (
      <LinkButton to={paths.mail({ state: 'failed' })} variant="secondary">
        {labels.seeFailed}
      </LinkButton>
    )}
    {(mailing.state === 'planned' || mailing.state === 'sending') && (
      <CancelDialog mailing={mailing} />
    )}
  </>
);

/** Says what has gone out already, before and after. */
function CancelDialog({ mailing }: { mailing: Mailing }) {
  const [isAsking, setAsking] = useState(false);
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.cancelFailed);
  const cancel = useCancelling(mailing.id);
  const isPlanned = mailing.state === 'planned';
  const confirm = () =>
    run(async () => {
      const stopped = await cancel();
      toast.success(isPlanned ? labels.cancelled : describeStopped(stopped));
      focusHeading();
    });
  const close = () => {
    refuse(null);
    setAsking(false);
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {isPlanned ? labels.cancel : labels.stop}
      </Button>
      <ConfirmDialog
        title={isPlanned ? labels.cancelQuestion : labels.stopQuestion}
        confirmLabel={isPlanned ? labels.cancel : labels.stop}
        cancelLabel={isPlanned ? labels.keep : labels.goOn}
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onCancel={close}
      >
        <p>{isPlanned ? labels.nobodyGets : describeStop(mailing)}</p>
        {problem && (
          <p className={fieldCss.error} role="alert">
            {problem.message}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
