import type { Decision } from '#domain/judging/ranking-schema.ts';
import { formatStage } from '#domain/proposals/rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { MarkedName } from './ranking-table.tsx';
import { decisionLabels as labels, rankingLabels } from './result-labels.ts';

type Props = {
  round: Round;
  rows: readonly Decision[];
  /** Without it, nothing can be changed. */
  onChange?: ((row: Decision) => void) | undefined;
};

const COLUMNS: Column<Decision>[] = [
  {
    key: 'rank',
    label: rankingLabels.rank,
    width: '3.5rem',
    isNumber: true,
    cell: ({ rank }) => rank ?? '–',
  },
  {
    key: 'code',
    label: rankingLabels.code,
    width: '4.5rem',
    onCard: 'named',
    cell: ({ code }) => code,
  },
  {
    key: 'business',
    label: rankingLabels.business,
    isTitle: true,
    cell: (row) => <MarkedName row={row} />,
  },
  {
    key: 'score',
    label: rankingLabels.score,
    width: '4.5rem',
    isNumber: true,
    cell: ({ score }) => (score === null ? '–' : score.toFixed(2)),
  },
  {
    key: 'outcome',
    label: labels.outcome,
    width: '7.5rem',
    cell: ({ outcome }) =>
      outcome ? (
        <Badge tone={outcome === 'selected' ? 'good' : 'plain'}>
          {rankingLabels.outcomes[outcome]}
        </Badge>
      ) : (
        labels.missing
      ),
  },
  {
    key: 'reason',
    label: labels.reason,
    width: '26%',
    hasValue: ({ reason, is_deviation: isDeviation }) => isDeviation || Boolean(reason),
    cell: (row) => <Reason row={row} />,
  },
];

const FUNDING: Column<Decision>[] = [
  {
    key: 'stage',
    label: labels.stage,
    width: '8rem',
    isWideOnly: true,
    hasValue: ({ funding_stage: stage }) => stage !== null,
    cell: ({ funding_stage: stage }) => stage && formatStage(stage),
  },
  {
    key: 'amount',
    label: labels.amount,
    width: '8rem',
    isNumber: true,
    hasValue: ({ amount }) => amount !== null,
    cell: ({ amount }) => amount?.toLocaleString('en-GB'),
  },
];

function Reason({ row: { is_deviation: isDeviation, reason } }: { row: Decision }) {
  if (reason) return reason;
  return isDeviation && <Badge tone="bad">{labels.needsReason}</Badge>;
}

/** In order of rank; in the final round with what is awarded. */
export function DecisionsTable({ round, rows, onChange }: Props) {
  const columns = [
    ...COLUMNS,
    ...(round.is_final ? FUNDING : []),
    ...(onChange ? [changeColumn(onChange)] : []),
  ];
  return (
    <div className={rowCss.table}>
      <DataTable
        caption={labels.caption}
        columns={columns}
        rows={rows}
        rowKey={({ code }) => code}
      />
    </div>
  );
}

const changeColumn = (onChange: (row: Decision) => void): Column<Decision> => ({
  key: 'change',
  label: labels.change,
  width: '5.5rem',
  onCard: 'foot',
  cell: (row) =>
    row.proposal_id !== null && (
      <span className={rowCss.actions}>
        <Button
          variant="quiet"
          isSmall
          aria-label={`${labels.change}: ${row.business_name ?? row.code}`}
          onClick={() => onChange(row)}
        >
          {labels.change}
        </Button>
      </span>
    ),
});
