import type { Mailing } from '#domain/mailings/schema.ts';
import { formatDateTime } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { Facts } from '#app/ui/facts.tsx';
import { FormActions } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import progressCss from '#app/uploads/progress.module.css';
import { CancelDialog } from './cancel-dialog.tsx';
import {
  describeCounts,
  describeMoment,
  describePeople,
  mailingLabels as labels,
} from './labels.ts';
import { StateBadge } from './mailings-table.tsx';

/** How far it is, what it says, and how it is stopped. */
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
      <FormActions>
        {(state === 'planned' || state === 'sending') && <CancelDialog mailing={mailing} />}
        {failed > 0 && (
          <LinkButton to={paths.mail({ state: 'failed' })} variant="secondary">
            {labels.seeFailed}
          </LinkButton>
        )}
      </FormActions>
      <Facts
        facts={[
          [labels.people, describePeople(people)],
          ...(mailing.send_at ? ([[labels.sendAt, describeMoment(mailing.send_at)]] as const) : []),
          [labels.created, formatDateTime(mailing.created_at)],
          [labels.by, mailing.created_by ?? labels.nobody],
        ]}
      />
      <section aria-labelledby="text">
        <h2 id="text">{labels.text}</h2>
        <PlainText>{mailing.text}</PlainText>
      </section>
    </>
  );
}
