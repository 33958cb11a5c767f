import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatShortDateTime } from '#domain/dates.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import { JUDGING_SCREENS } from '#domain/screens.ts';
import type { ReleasePreview } from '#domain/judging/ranking-schema.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import list from '#app/ui/item-list.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import css from './round.module.css';
import type { PartProps } from './round-steps.tsx';
import { AskDialog } from './ask-dialog.tsx';

const labels = {
  tooEarly: 'Results can be released once they are sealed.',
  seals: 'Seals',
  noSeals: 'Nothing has been sealed yet.',
  sealedAt: (at: string) => `Sealed ${at}`,
  withdrawnAt: (at: string) => `withdrawn ${at}`,
  planned: (at: string) => `The results go out on ${at}`,
  plannedText: 'Emails go out and the record shows the results at that time, automatically.',
  cancel: 'Cancel the release',
  cancelled: 'The scheduled release is cancelled.',
  plan: 'Release later',
  at: 'Release on (date and time)',
  atHint: 'Time in Ghana (Africa/Accra), within the next 60 days.',
  planButton: 'Preview this release',
  noMoment: 'Enter a date and time.',
  title: 'Release the results?',
  loading: 'Counting who gets what',
  selected: 'Selected',
  notSelected: 'Not selected',
  withdrawn: 'Withdrawn, or account closed',
  absent: 'Absent',
  sample: {
    selected: (to: string) => `Email to a selected applicant: ${to}`,
    not_selected: (to: string) => `Email to an applicant who is not selected: ${to}`,
  },
  mails: 'Emails to applicants',
  withoutComment: 'Without a comment from judges',
  text: 'Each applicant gets one email with their result. The record shows the results. This cannot be undone.',
  finalText: 'This is the final round: selected proposals are approved, the others declined.',
  notFinalText: 'Proposals that are not selected are declined; selected ones continue.',
  now: 'Release now',
  on: (at: string) => `Release on ${at}`,
  released: 'Results released.',
  plannedDone: 'The release is scheduled.',
  releasedAt: (at: string) => `Released ${at}`,
  record: 'Public record',
} as const;

/** The seals, and the announcement: now by the button above, or later. */
export default function ReleaseTab({ round }: PartProps) {
  const { state, release_at: plannedAt, released_at: releasedAt } = round;
  return (
    <>
      {state !== 'sealed' && state !== 'released' && <EmptyState message={labels.tooEarly} />}
      {releasedAt && (
        <Notice
          tone="good"
          title={labels.releasedAt(formatDateTime(releasedAt))}
          actions={
            <LinkButton href={JUDGING_SCREENS.record({ id: round.program_id })} variant="secondary">
              {labels.record}
            </LinkButton>
          }
        />
      )}
      {state === 'sealed' && plannedAt && <Planned round={round} at={plannedAt} />}
      {state === 'sealed' && !plannedAt && <Plan round={round} />}
      <Seals seals={round.seals ?? []} />
    </>
  );
}

function Planned({ round, at }: { round: Round; at: string }) {
  const refresh = useRoundsRefresh();
  const singleFlight = useSingleFlight();
  const cancel = async () => {
    try {
      await resultCalls.cancelRelease(round.id);
      await refresh();
      toast.success(labels.cancelled);
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (
    <Notice
      title={labels.planned(formatDateTime(at))}
      actions={
        <Button variant="secondary" onClick={() => void singleFlight(cancel)}>
          {labels.cancel}
        </Button>
      }
    >
      <p>{labels.plannedText}</p>
    </Notice>
  );
}

function Plan({ round }: { round: Round }) {
  const [at, setAt] = useState<string | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const ask = (data: FormData) => {
    const typed = String(data.get('at') ?? '');
    if (readDeadline(typed)) {
      setProblem(null);
      setAt(typed);
    } else setProblem({ message: labels.noMoment, fields: { at: labels.noMoment } });
  };
  return (
    <section className={css.section}>
      <h2>{labels.plan}</h2>
      <Form problem={problem} onSubmit={ask}>
        <TextField label={labels.at} name="at" type="datetime-local" hint={labels.atHint} />
        <FormActions>
          <Button type="submit" variant="secondary">
            {labels.planButton}
          </Button>
        </FormActions>
      </Form>
      {at !== null && <ReleaseDialog round={round} at={at} onClose={() => setAt(null)} />}
    </section>
  );
}

/** Also those that were withdrawn: they stay for ever. */
const Seals = ({ seals }: { seals: NonNullable<Round['seals']> }) => (
  <section className={css.section}>
    <h2>{labels.seals}</h2>
    {seals.length === 0 && <p>{labels.noSeals}</p>}
    {seals.length > 0 && (
      <ul className={list.items}>
        {seals.map(({ sha256, sealed_at: sealed, withdrawn_at: withdrawn, reason }) => (
          <li key={sha256}>
            <div>
              <b>
                {[
                  labels.sealedAt(formatShortDateTime(sealed)),
                  withdrawn && labels.withdrawnAt(formatShortDateTime(withdrawn)),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </b>
              <code className={css.hash}>{sha256}</code>
              {reason && <span className={`${list.note} note`}>{reason}</span>}
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
);

type ReleaseProps = {
  round: Round;
  /** When, as typed; without it, now. */ at?: string;
  onClose: () => void;
};

/** Says who gets what, then releases now or plans it. */
export function ReleaseDialog({ round, at, onClose }: ReleaseProps) {
  const refresh = useRoundsRefresh();
  const { data, error, refetch } = useQuery({
    queryKey: [queryKeys.rounds, 'release', round.id],
    queryFn: () => resultCalls.previewRelease(round.id),
    staleTime: 0,
  });
  const moment = at && readDeadline(at);
  return (
    <AskDialog
      title={labels.title}
      text={`${labels.text} ${round.is_final ? labels.finalText : labels.notFinalText}`}
      confirmLabel={moment ? labels.on(formatShortDateTime(moment)) : labels.now}
      onClose={onClose}
      onConfirm={async () => {
        await resultCalls.release(round.id, at);
        await refresh();
        return at ? labels.plannedDone : labels.released;
      }}
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label={labels.loading} rows={2} />}
      {data && <Facts isCompact facts={factsOf(data)} />}
      {data?.samples.map(({ outcome, to, subject, text }) => (
        <details key={outcome} className="fold">
          <summary>{labels.sample[outcome](to)}</summary>
          <p>
            <b>{subject}</b>
          </p>
          <p className="as-typed">{text}</p>
        </details>
      ))}
    </AskDialog>
  );
}

const factsOf = (preview: ReleasePreview): [string, string][] =>
  (
    [
      [labels.selected, preview.selected],
      [labels.notSelected, preview.not_selected],
      [labels.withdrawn, preview.withdrawn],
      ...(preview.absent > 0 ? [[labels.absent, preview.absent] as const] : []),
      [labels.mails, preview.mails],
      [labels.withoutComment, preview.without_comment],
    ] as const
  ).map(([label, count]) => [label, count.toLocaleString('en-GB')]);
