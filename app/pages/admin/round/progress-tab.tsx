import { useState } from 'react';
import type { AssignmentResult, Progress } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { usePanel } from '#app/features/rounds/desk/use-panel.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { panelLabels as labels } from './labels.ts';
import { owes, PanelTable } from './panel-table.tsx';
import { RemindDialog } from './remind-dialog.tsx';
import css from './round.module.css';
import type { PartProps } from './tabs.ts';

/** How far the judges are, and what is short. */
export default function ProgressTab({ round }: PartProps) {
  const { data: panel, error, refetch } = usePanel(round.id);
  const [reminding, setReminding] = useState<readonly Progress[] | null>(null);
  if (round.state === 'draft') return <EmptyState message={labels.notBegun} />;
  if (error && !panel) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!panel) return <Skeleton label={labels.loading} isList />;
  const { submitted, reviews, short } = round.counts!;
  const isOpen = round.state === 'open';
  const owing = panel.filter(owes);
  return (
    <>
      <div className={`${css.line} row`}>
        <p role="status">
          {`${labels.totals(submitted, reviews)}${short > 0 ? ` ${labels.isShort(short)}` : ''}`}
        </p>
        {canFill(round) && <FillShort round={round} />}
        {isOpen && owing.length > 0 && (
          <Button isSmall onClick={() => setReminding(owing)}>
            {labels.remindAll(owing.length)}
          </Button>
        )}
      </div>
      <PanelTable
        round={round}
        rows={panel}
        onRemind={isOpen ? (row) => setReminding([row]) : undefined}
      />
      {reminding && (
        <RemindDialog round={round} rows={reminding} onClose={() => setReminding(null)} />
      )}
    </>
  );
}

/** Everybody judges a pitch round. */
const canFill = ({ kind, state, counts }: Round): boolean =>
  kind === 'reading' && state === 'open' && counts!.short > 0;

/** Asks first how much could be filled. */
function FillShort({ round: { id } }: { round: Round }) {
  const refresh = useRoundsRefresh();
  const [preview, setPreview] = useState<AssignmentResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const found = await panelCalls.assign(id, { preview: true });
      if (found.assigned > 0) setPreview(found);
      else toast.error(labels.cannotFill);
    } catch (error) {
      toast.error((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <>
      <Button variant="secondary" isSmall isBusy={isBusy} onClick={() => void ask()}>
        {labels.fillShort}
      </Button>
      {preview && (
        <AskDialog
          title={labels.fillTitle}
          text={labels.fillText(preview.assigned, preview.short.length)}
          confirmLabel={labels.fillShort}
          onClose={() => setPreview(null)}
          onConfirm={async () => {
            const { assigned } = await panelCalls.assign(id, {});
            await refresh();
            return labels.filled(assigned);
          }}
        />
      )}
    </>
  );
}
