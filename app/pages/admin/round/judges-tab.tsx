import { useState } from 'react';
import type { Round } from '#domain/rounds/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { paths } from '#app/paths.ts';
import { useEveryJudge } from '#app/features/judges/desk/use-every-judge.ts';
import { nameOf } from '#app/features/judges/desk/use-judges.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { usePanel } from '#app/features/rounds/desk/use-panel.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Form } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { AskDialog, ReasonField } from './ask-dialog.tsx';
import { ConflictsSection } from './conflicts-section.tsx';
import { panelLabels as labels, stepLabels } from './labels.ts';
import { PanelTable } from './panel-table.tsx';
import css from './round.module.css';
import { isOver, type PartProps } from './tabs.ts';

type Seat = { id: string; name: string };

/** Who judges, and their ties to the proposals. */
export default function JudgesTab({ round }: PartProps) {
  const { data: panel, error, refetch } = usePanel(round.id);
  const [leaving, setLeaving] = useState<Seat | null>(null);
  const canChange = !isOver(round.state);
  if (error && !panel) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!panel) return <Skeleton label={labels.loading} isList />;
  return (
    <>
      {panel.length === 0 ? (
        <EmptyState
          message={labels.nobody}
          action={
            round.state === 'draft' && (
              <LinkButton to={paths.round({ id: round.id }, { tab: 'setup' })} variant="secondary">
                {stepLabels.toSetup}
              </LinkButton>
            )
          }
        />
      ) : (
        <PanelTable
          round={round}
          rows={panel}
          onRemove={canChange ? (seat) => setLeaving(seat) : undefined}
        />
      )}
      {canChange && <AddJudge round={round} seated={round.judge_ids ?? []} />}
      <ConflictsSection round={round} />
      {leaving && <RemoveJudge round={round} judge={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

/** Not as in the API: the dialog of a conflict has a field of that name. */
const ADDED = 'added_judge';

function refuseAdded(error: unknown): never {
  const said = error instanceof ApiError && error.fields['judge_id'];
  if (!said) throw error;
  throw new ApiError(error.status, error.code, error.message, { [ADDED]: said });
}

function AddJudge({ round, seated }: { round: Round; seated: readonly string[] }) {
  const { data: judges = [] } = useEveryJudge();
  const refresh = useRoundsRefresh();
  const call = useFormSubmit(stepLabels.failed);
  const free = judges.filter(
    ({ id, state, is_active }) => state === 'accepted' && is_active && !seated.includes(id),
  );
  if (free.length === 0) return <p className={`${css.add} row`}>{labels.addNobody}</p>;
  const add = (data: FormData) =>
    void call.run(async () => {
      const id = String(data.get(ADDED));
      if (!id)
        return call.refuse({
          message: labels.chooseJudge,
          fields: { [ADDED]: labels.chooseJudge },
        });
      const { assigned } = await panelCalls.add(round.id, id).catch(refuseAdded);
      await refresh();
      toast.success(round.state === 'open' ? labels.added(assigned) : labels.addedToDraft);
    });
  return (
    <Form className={`${css.add} row`} key={seated.length} problem={call.problem} onSubmit={add}>
      <SelectField
        label={labels.add}
        name={ADDED}
        hint={round.state === 'open' ? labels.addHint : undefined}
        placeholder={labels.chooseJudge}
        options={free.map((judge) => ({ value: judge.id, label: nameOf(judge) }))}
      />
      <Button type="submit" variant="secondary" isBusy={call.isBusy}>
        {labels.add}
      </Button>
    </Form>
  );
}

type RemoveProps = { round: Round; judge: Seat; onClose: () => void };

function RemoveJudge({ round, judge, onClose }: RemoveProps) {
  const refresh = useRoundsRefresh();
  return (
    <AskDialog
      title={labels.removeTitle(judge.name)}
      text={labels.removeText}
      confirmLabel={labels.remove}
      isDestructive
      onClose={onClose}
      onConfirm={async ({ reason = '' }) => {
        const { moved, short } = await panelCalls.remove(round.id, judge.id, reason);
        await refresh();
        return labels.removed(moved, short);
      }}
    >
      <ReasonField />
    </AskDialog>
  );
}
