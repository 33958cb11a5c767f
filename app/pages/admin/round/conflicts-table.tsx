import { Link } from 'react-router';
import type { Conflict } from '#domain/judging/schema.ts';
import { paths } from '#app/paths.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { CONFLICT_KIND_LABELS, CONFLICT_STATES, panelLabels as labels } from './labels.ts';
import css from './round.module.css';

const TONES = { possible: 'wait', confirmed: 'bad', cleared: 'good' } as const;

type Props = {
  rows: readonly Conflict[];
  judgeName: (id: string) => string;
  entryName: (id: string) => string;
  onConfirm: (conflict: Conflict) => void;
  onClear: (conflict: Conflict) => void;
};

/** Each with its reason in a sentence, and what can be decided about it. */
export function ConflictsTable({ rows, judgeName, entryName, onConfirm, onClear }: Props) {
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
      label: labels.confirm,
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

type DecideProps = Pick<Props, 'onConfirm' | 'onClear'> & { conflict: Conflict; name: string };

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
