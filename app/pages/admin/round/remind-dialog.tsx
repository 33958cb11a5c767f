import type { Progress } from '#domain/judging/schema.ts';
import { REMINDING_MS } from '#domain/judging/rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { AskDialog } from './ask-dialog.tsx';
import { panelLabels as labels } from './labels.ts';

type Props = { round: Round; rows: readonly Progress[]; onClose: () => void };

const wasReminded = ({ reminded_at: at }: Progress): boolean =>
  at !== null && Date.now() - Date.parse(at) < REMINDING_MS;

/** Says who would get an email and how much they owe; afterwards who was left out, and why. */
export function RemindDialog({ round: { id }, rows, onClose }: Props) {
  const refresh = useRoundsRefresh();
  return (
    <AskDialog
      title={labels.remindTitle(rows.length)}
      text={labels.remindText}
      confirmLabel={labels.remindConfirm}
      onClose={onClose}
      onConfirm={async () => {
        const { mailed, skipped } = await panelCalls.remind(
          id,
          rows.map(({ judge }) => judge.id),
        );
        await refresh();
        return labels.reminded(mailed.length, skipped);
      }}
    >
      <ul>
        {rows.map((row) => (
          <li key={row.judge.id}>
            {labels.owing(row.judge.name, row.assigned - row.submitted, wasReminded(row))}
          </li>
        ))}
      </ul>
    </AskDialog>
  );
}
