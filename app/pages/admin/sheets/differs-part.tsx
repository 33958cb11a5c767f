import { useState } from 'react';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Sheets } from '#domain/judging/pitch-schema.ts';
import { ROUNDS } from '#domain/rounds/rules.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { AskDialog, ReasonField } from '../round/ask-dialog.tsx';
import { sheetLabels as labels } from './labels.ts';
import { sheetCalls } from './sheet-calls.ts';

type Props = { sheets: Sheets };
type Difference = Sheets['differences'][number];

/** Settled by the signed paper, with a note, before anything is sealed. */
export function DiffersPart({ sheets }: Props) {
  const { differences, criteria, judges, entries } = sheets;
  const [asked, setAsked] = useState<Difference | null>(null);
  const nameOf = (one: Difference) => judges.find(({ id }) => id === one.judge_id)?.name ?? '';
  const businessOf = ({ code }: Difference) =>
    entries.find((entry) => entry.code === code)?.business_name ?? '';
  const scoresOf = (one: Difference, scores: Record<string, number> | null) =>
    one.criteria.map((id) => scores?.[id] ?? '–').join(' / ');
  const columns: Column<Difference>[] = [
    {
      key: 'pitch',
      label: labels.pitch,
      isTitle: true,
      cell: (one) => `${one.code} ${businessOf(one)}`,
    },
    { key: 'judge', label: labels.judge, width: '11rem', cell: nameOf },
    {
      key: 'criteria',
      label: labels.criteria,
      width: '13rem',
      cell: (one) =>
        one.criteria.map((id) => criteria.find((other) => other.id === id)?.name).join(' / '),
    },
    {
      key: 'typed',
      label: labels.typings,
      width: '9rem',
      onCard: 'named',
      cell: (one) =>
        one.typed
          .map((scores) => (isUnscored(scores) ? labels.unscored : scoresOf(one, scores)))
          .join('; '),
    },
    {
      key: 'own',
      label: labels.own,
      width: '7rem',
      onCard: 'named',
      cell: (one) => scoresOf(one, one.own),
    },
    {
      key: 'settle',
      label: labels.settle,
      width: '12rem',
      onCard: 'foot',
      cell: (one) =>
        one.settled_at ? (
          `${labels.settledNote(one.note ?? '')} (${formatShortDateTime(one.settled_at)})`
        ) : (
          <Button
            variant="secondary"
            isSmall
            aria-label={`${labels.settle}: ${one.code}, ${nameOf(one)}`}
            onClick={() => setAsked(one)}
          >
            {labels.settle}
          </Button>
        ),
    },
  ];
  if (differences.length === 0) return <EmptyState message={labels.noDifferences} />;
  return (
    <>
      <div className={rowCss.table}>
        <DataTable
          caption={labels.caption}
          columns={columns}
          rows={differences}
          rowKey={({ review_id }) => review_id}
        />
      </div>
      {asked && (
        <SettleDialog
          sheets={sheets}
          one={asked}
          name={nameOf(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const isUnscored = (scores: Record<string, number>) => Object.keys(scores).length === 0;

const OPTIONS = Array.from({ length: ROUNDS.scores }, (_, at) => String(at + 1)).map((value) => ({
  ...{ value, label: value },
}));

type SettleProps = Props & { one: Difference; name: string; onClose: () => void };

function SettleDialog({ sheets: { round, criteria }, one, name, onClose }: SettleProps) {
  const refresh = useRoundsRefresh();
  const canScore = one.own === null;
  return (
    <AskDialog
      title={labels.settleTitle(one.code, name)}
      text={canScore ? labels.settleText : labels.settleOwnText}
      confirmLabel={labels.settle}
      onClose={onClose}
      onConfirm={async ({ note = '', ...values }) => {
        const chosen = Object.entries(values).filter(([, score]) => score);
        const scores = Object.fromEntries(chosen.map(([id, score]) => [id, Number(score)]));
        await sheetCalls.settle(round.id, one.review_id, {
          note,
          ...(chosen.length > 0 && { scores }),
        });
        await refresh();
        return labels.settled;
      }}
    >
      {canScore &&
        one.criteria.map((id) => (
          <SelectField
            key={id}
            label={criteria.find((other) => other.id === id)?.name ?? ''}
            name={id}
            isOptional
            hint={one.typed.map((scores) => scores[id] ?? '–').join(' / ')}
            placeholder={labels.asItCounts}
            options={OPTIONS}
          />
        ))}
      <ReasonField name="note" label={labels.note} />
    </AskDialog>
  );
}
