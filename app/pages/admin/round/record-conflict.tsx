import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { useEveryEntry } from '#app/features/rounds/desk/use-entries.ts';
import { usePanel } from '#app/features/rounds/desk/use-panel.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { useProfile } from '#app/session/use-session.ts';
import { SelectField } from '#app/ui/text-field.tsx';
import { AskDialog, ReasonField } from './ask-dialog.tsx';
import { CONFLICT_KIND_LABELS, panelLabels as labels } from './labels.ts';

const KINDS = Object.entries(CONFLICT_KIND_LABELS).map(([value, label]) => ({ value, label }));

type Props = { round: Round; onClose: () => void };

/** Between a judge, or oneself, and a proposal of the round. */
export function RecordConflict({ round, onClose }: Props) {
  const { id: ownId } = useProfile();
  const { data: panel = [] } = usePanel(round.id);
  const { data: entries = [] } = useEveryEntry(round.id);
  const refresh = useRoundsRefresh();
  return (
    <AskDialog
      title={labels.recordTitle}
      text={labels.recordText}
      confirmLabel={labels.record}
      onClose={onClose}
      onConfirm={async ({ judge_id = '', proposal_id = '', kind, reason = '' }) => {
        const tie = { judge_id, proposal_id, kind: kind as ConflictKind, reason };
        await panelCalls.recordConflict(round.id, tie);
        await refresh();
        return labels.recorded;
      }}
    >
      <SelectField
        label={labels.person}
        name="judge_id"
        placeholder={labels.choosePerson}
        options={[
          ...panel.map(({ judge }) => ({ value: judge.id, label: judge.name })),
          { value: ownId, label: labels.me },
        ]}
      />
      <SelectField
        label={labels.proposal}
        name="proposal_id"
        placeholder={labels.chooseProposal}
        options={entries.flatMap(({ proposal_id: id, business_name: name, code }) =>
          id === null ? [] : [{ value: id, label: [code, name].filter(Boolean).join(' ') }],
        )}
      />
      <SelectField
        label={labels.kind}
        name="kind"
        placeholder={labels.chooseKind}
        options={KINDS}
      />
      <ReasonField />
    </AskDialog>
  );
}
