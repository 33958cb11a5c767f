import { useId, useState } from 'react';
import type { Conflict } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { useAdmins } from '#app/editing/use-admins.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { useEntryNames } from '#app/features/rounds/desk/use-entries.ts';
import { useConflicts, usePanelNames } from '#app/features/rounds/desk/use-panel.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { AskDialog, ReasonField } from './ask-dialog.tsx';
import { ConflictsTable } from './conflicts-table.tsx';
import { panelLabels as labels } from './labels.ts';
import { RecordConflict } from './record-conflict.tsx';
import css from './round.module.css';

type Props = { round: Round; /** Of this judge only. */ judgeId?: string };

/** Ties between judges and proposals: confirmed, cleared with a reason, and recorded. */
export function ConflictsSection({ round, judgeId }: Props) {
  const { data: all, error, refetch } = useConflicts(round.id);
  const conflicts = judgeId ? all?.filter((one) => one.judge_id === judgeId) : all;
  const headingId = useId();
  const panelName = usePanelNames(round.id, '');
  const admins = new Map(useAdmins().map(({ value, label }) => [value, label]));
  const judgeName = (id: string) => panelName(id) || (admins.get(id) ?? labels.anAdmin);
  const entryName = useEntryNames(round.id);
  const refresh = useRoundsRefresh();
  const [clearing, setClearing] = useState<Conflict | null>(null);
  const [isRecording, setRecording] = useState(false);
  const confirm = async ({ id }: Conflict) => {
    try {
      await panelCalls.decideConflict(id, 'confirmed');
      await refresh();
      toast.success(labels.confirmed);
    } catch (refusal) {
      toast.error((refusal as Error).message);
    }
  };
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{labels.conflicts}</h2>
      {!conflicts && <Waiting error={error} onRetry={() => void refetch()} />}
      {conflicts?.length === 0 && (
        <p>{round.state === 'draft' ? labels.noConflictsDraft : labels.noConflicts}</p>
      )}
      {conflicts && conflicts.length > 0 && (
        <ConflictsTable
          rows={conflicts}
          judgeName={judgeName}
          entryName={entryName}
          onConfirm={(one) => void confirm(one)}
          onClear={setClearing}
        />
      )}
      {!judgeId && (
        <div className={`${css.add} row`}>
          <Button variant="secondary" onClick={() => setRecording(true)}>
            {labels.record}
          </Button>
        </div>
      )}
      {isRecording && <RecordConflict round={round} onClose={() => setRecording(false)} />}
      {clearing && (
        <ClearDialog
          conflict={clearing}
          name={`${judgeName(clearing.judge_id)}, ${entryName(clearing.proposal_id)}`}
          onClose={() => setClearing(null)}
        />
      )}
    </section>
  );
}

type ClearProps = { conflict: Conflict; name: string; onClose: () => void };

function ClearDialog({ conflict, name, onClose }: ClearProps) {
  const refresh = useRoundsRefresh();
  return (
    <AskDialog
      title={labels.clearTitle}
      text={`${name}. ${labels.clearText}`}
      confirmLabel={labels.clear.replace('…', '')}
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        await panelCalls.decideConflict(conflict.id, 'cleared', reason);
        await refresh();
        return labels.cleared;
      }}
    >
      <ReasonField />
    </AskDialog>
  );
}

const Waiting = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error ? (
    <ErrorState message={error.message} onRetry={onRetry} />
  ) : (
    <Skeleton label={labels.loadingConflicts} rows={2} />
  );
