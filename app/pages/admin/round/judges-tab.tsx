import { useState } from 'react';
import type { Progress } from '#domain/judging/schema.ts';
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
import { ConflictsSection } from './conflicts.tsx';
import { panelLabels as labels, stepLabels } from './labels.ts';
import { PanelTable } from './progress-tab.tsx';
import css from './round.module.css';
import { isOver, type PartProps } from './round-steps.tsx';

type Seat = Progress['judge'] & Pick<Progress, 'assigned' | 'submitted'>;

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
          onRemove={
            canChange ? ({ judge, ...work }) => setLeaving({ ...judge, ...work }) : undefined
          }
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

/** Judges who could come, to choose from. */
function useFree(seated: readonly string[]): { value: string; label: string }[] {
  const { data: judges = [] } = useEveryJudge();
  return judges
    .filter(({ id, state, is_active }) => state === 'accepted' && is_active && !seated.includes(id))
    .map((judge) => ({ value: judge.id, label: nameOf(judge) }));
}

function AddJudge({ round, seated }: { round: Round; seated: readonly string[] }) {
  const free = useFree(seated);
  const refresh = useRoundsRefresh();
  const call = useFormSubmit(stepLabels.failed);
  const hint = round.kind === 'pitch' ? labels.addHintPitch : labels.addHint;
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
        hint={round.state === 'open' ? hint : undefined}
        placeholder={labels.chooseJudge}
        options={free}
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
  const free = useFree(round.judge_ids ?? []);
  const { submitted, assigned } = judge;
  const isPitch = round.kind === 'pitch';
  const told = isPitch
    ? labels.removeTextPitch
    : labels.removeText(submitted, assigned - submitted);
  const text = round.state === 'open' ? told : '';
  return (
    <AskDialog
      title={labels.removeTitle(judge.name)}
      text={text}
      confirmLabel={labels.remove}
      isDestructive
      onClose={onClose}
      onConfirm={async ({ reason = '', replacement }) => {
        const input = { reason, replacement: replacement || null };
        const { moved, short } = await panelCalls.remove(round.id, judge.id, input);
        await refresh();
        return isPitch ? labels.removedPitch : labels.removed(moved, short);
      }}
    >
      {free.length > 0 && !isPitch && (
        <SelectField
          label={labels.replacement}
          name="replacement"
          hint={labels.replacementHint}
          isOptional
          placeholder={labels.noReplacement}
          options={free}
        />
      )}
      <ReasonField />
    </AskDialog>
  );
}
