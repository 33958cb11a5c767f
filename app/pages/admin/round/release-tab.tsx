import { useState } from 'react';
import { formatDateTime, formatShortDateTime } from '#domain/dates.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import { JUDGING_SCREENS } from '#domain/screens.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import list from '#app/ui/item-list.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import ReleaseDialog from './release-dialog.tsx';
import { releaseLabels as labels } from './result-labels.ts';
import css from './round.module.css';
import type { PartProps } from './tabs.ts';

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
