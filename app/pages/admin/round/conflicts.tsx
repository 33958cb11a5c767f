import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Conflict } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import { useAdmins } from '#app/editing/use-admins.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { useEntryNames, useEveryEntry } from '#app/features/rounds/desk/use-entries.ts';
import { useConflicts, usePanelNames, usePanel } from '#app/features/rounds/desk/use-panel.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { paths } from '#app/paths.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { AskDialog, ReasonField } from './ask-dialog.tsx';
import css from './round.module.css';
import { panelLabels as labels } from './labels.ts';

const CONFLICT_KIND_LABELS = {
  same_person: 'The same person',
  same_domain: 'The same domain',
  same_organisation: 'The same organisation',
  named_person: 'A person they named',
  own_business: 'Own business',
  family: 'Family',
  business: 'Business ties',
  employment: 'Employment',
  other: 'Something else',
} as const;

const CONFLICT_STATES = {
  possible: 'Possible',
  confirmed: 'Confirmed',
  cleared: 'Cleared',
} as const;

type Props = { round: Round; /** Of this judge only. */ judgeId?: string };

/** Ties between judges and proposals: confirmed, cleared with a reason, and recorded. */
export function ConflictsSection({ round, judgeId }: Props) {
  const { data: all, error, refetch } = useConflicts(round.id);
  const conflicts = judgeId ? all?.filter((one) => one.judge_id === judgeId) : all;
  const headingId = useId();
  const [isRecording, setRecording] = useState(false);
  if (judgeId && !error && !conflicts?.length) return null;
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{judgeId ? titleIn(round) : labels.conflicts}</h2>
      {!conflicts && <Waiting error={error} onRetry={() => void refetch()} />}
      {conflicts && <Found round={round} conflicts={conflicts} />}
      {!judgeId && (
        <div className={`${css.add} row`}>
          <Button variant="secondary" onClick={() => setRecording(true)}>
            {labels.record}
          </Button>
        </div>
      )}
      {isRecording && <RecordConflict round={round} onClose={() => setRecording(false)} />}
    </section>
  );
}

const titleIn = ({ name, program_title: program }: Round): string =>
  `${labels.conflicts}, ${name}, ${program}`;

function Found({ round, conflicts }: { round: Round; conflicts: readonly Conflict[] }) {
  const panelName = usePanelNames(round.id, '');
  const admins = new Map(useAdmins().map(({ value, label }) => [value, label]));
  const judgeName = (id: string) => panelName(id) || (admins.get(id) ?? labels.anAdmin);
  const entryName = useEntryNames(round.id);
  const refresh = useRoundsRefresh();
  const [clearing, setClearing] = useState<Conflict | null>(null);
  const confirm = async ({ id }: Conflict) => {
    try {
      await panelCalls.decideConflict(id, 'confirmed');
      await refresh();
      toast.success(labels.confirmed);
    } catch (refusal) {
      toast.error((refusal as Error).message);
    }
  };
  if (conflicts.length === 0)
    return <p>{round.state === 'draft' ? labels.noConflictsDraft : labels.noConflicts}</p>;
  return (
    <>
      <ConflictsTable
        rows={conflicts}
        judgeName={judgeName}
        entryName={entryName}
        onConfirm={(one) => void confirm(one)}
        onClear={setClearing}
      />
      {clearing && (
        <ClearDialog
          conflict={clearing}
          name={`${judgeName(clearing.judge_id)}, ${entryName(clearing.proposal_id)}`}
          onClose={() => setClearing(null)}
        />
      )}
    </>
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

const TONES = { possible: 'wait', confirmed: 'bad', cleared: 'good' } as const;

type TableProps = {
  rows: readonly Conflict[];
  judgeName: (id: string) => string;
  entryName: (id: string) => string;
  onConfirm: (conflict: Conflict) => void;
  onClear: (conflict: Conflict) => void;
};

/** Each with its reason in a sentence, and what can be decided about it. */
function ConflictsTable({ rows, judgeName, entryName, onConfirm, onClear }: TableProps) {
  const columns: Column<Conflict>[] = [
    {
      key: 'judge',
      label: labels.name,
      isTitle: true,
      width: '18%',
      cell: ({ judge_id: id }) => judgeName(id),
    },
    {
      key: 'proposal',
      label: labels.proposal,
      width: '18%',
      cell: ({ proposal_id: id }) => <Link to={paths.submission({ id })}>{entryName(id)}</Link>,
    },
    {
      key: 'kind',
      label: labels.kind,
      width: '10rem',
      isWideOnly: true,
      cell: ({ kind }) => CONFLICT_KIND_LABELS[kind],
    },
    {
      key: 'state',
      label: labels.state,
      width: '7rem',
      cell: ({ state }) => <Badge tone={TONES[state]}>{CONFLICT_STATES[state]}</Badge>,
    },
    { key: 'reason', label: labels.reason, cell: ({ reason }) => reason },
    {
      key: 'decide',
      label: labels.actions,
      width: '8rem',
      onCard: 'foot',
      cell: (conflict) => (
        <Decide
          conflict={conflict}
          name={`${judgeName(conflict.judge_id)}, ${entryName(conflict.proposal_id)}`}
          onConfirm={onConfirm}
          onClear={onClear}
        />
      ),
    },
  ];
  return (
    <div className={rowCss.table}>
      <DataTable
        caption={labels.conflictsCaption}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

type DecideProps = Pick<TableProps, 'onConfirm' | 'onClear'> & { conflict: Conflict; name: string };

const Decide = ({ conflict, name, onConfirm, onClear }: DecideProps) => (
  <span className={`${css.actions} row`}>
    {conflict.state !== 'confirmed' && (
      <Button
        variant="quiet"
        isSmall
        aria-label={`${labels.confirm}: ${name}`}
        onClick={() => onConfirm(conflict)}
      >
        {labels.confirm}
      </Button>
    )}
    {conflict.state !== 'cleared' && (
      <Button
        variant="quiet"
        isSmall
        aria-label={`${labels.clear} ${name}`}
        onClick={() => onClear(conflict)}
      >
        {labels.clear}
      </Button>
    )}
  </span>
);

const KINDS = Object.entries(CONFLICT_KIND_LABELS).map(([value, label]) => ({ value, label }));

type RecordProps = { round: Round; onClose: () => void };

/** Between a judge, or oneself, and a proposal of the round. */
function RecordConflict({ round, onClose }: RecordProps) {
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
