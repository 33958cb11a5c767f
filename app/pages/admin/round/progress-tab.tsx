import { useState } from 'react';
import { Link } from 'react-router';
import type { AssignmentResult, Progress } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import { REMINDING_MS } from '#domain/judging/rules.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { usePanel } from '#app/features/rounds/desk/use-panel.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { paths } from '#app/paths.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { panelLabels as labels } from './labels.ts';
import css from './round.module.css';
import { type PartProps, isOver } from './round-steps.tsx';

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

type TableProps = {
  round: Round;
  rows: readonly Progress[];
  /** Without it, nobody can be taken out. */
  onRemove?: ((row: Progress) => void) | undefined;
  /** Without it, nobody can be reminded. */
  onRemind?: ((row: Progress) => void) | undefined;
};

const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toFixed(2);

const count = (name: 'assigned' | 'submitted' | 'abstained' | 'conflicts'): Column<Progress> => ({
  key: name,
  label: name === 'conflicts' ? labels.conflictsColumn : labels[name],
  width: '6.5rem',
  isNumber: true,
  hasValue: (row) => row[name] > 0 || (name === 'submitted' && row.assigned > 0),
  cell: (row) => row[name],
});

/** How far each judge is; once closed also how strict. */
export function PanelTable({ round, rows, onRemove, onRemind }: TableProps) {
  const columns: Column<Progress>[] = [
    {
      key: 'name',
      label: labels.name,
      isTitle: true,
      cell: ({ judge, ...standing }) => (
        <span className={css.name}>
          <Link to={paths.judge({ id: judge.id })}>{judge.name}</Link>
          <WhyNothing {...standing} />
        </span>
      ),
    },
    count('assigned'),
    count('submitted'),
    count('abstained'),
    count('conflicts'),
    {
      key: 'last_at',
      label: labels.last,
      width: '9rem',
      isWideOnly: true,
      hasValue: ({ last_at: at }) => at !== null,
      cell: ({ last_at: at }) => (at ? <time dateTime={at}>{formatShortDateTime(at)}</time> : '–'),
    },
    ...(isOver(round.state) ? OVER : []),
    ...(onRemind ? [remindColumn(onRemind)] : []),
    ...(onRemove ? [removeColumn(round, onRemove)] : []),
  ];
  return (
    <div className={rowCss.table}>
      <DataTable
        caption={labels.caption}
        columns={columns}
        rows={rows}
        rowKey={({ judge }) => judge.id}
      />
    </div>
  );
}

/** Why a judge has nothing to read; nothing about those who can. */
function WhyNothing({ state, is_active: isActive }: Pick<Progress, 'state' | 'is_active'>) {
  const why = !isActive ? labels.inactive : state !== 'accepted' && labels.states[state];
  return why && <small>{` ${why}`}</small>;
}

const OVER: Column<Progress>[] = (['mean', 'lean'] as const).map((name) => ({
  key: name,
  label: labels[name],
  width: '5rem',
  isNumber: true,
  cell: (row) => figure(row[name]),
}));

/** Whether the judge can still be reminded of something. */
const owes = ({ is_active: isActive, assigned, submitted }: Progress): boolean =>
  isActive && assigned > submitted;

const remindColumn = (onRemind: (row: Progress) => void): Column<Progress> => ({
  key: 'remind',
  label: labels.remind,
  width: '6rem',
  onCard: 'foot',
  cell: (row) =>
    owes(row) && (
      <span className={rowCss.actions}>
        <Button
          variant="quiet"
          isSmall
          aria-label={`${labels.remind}: ${row.judge.name}`}
          onClick={() => onRemind(row)}
        >
          {labels.remind}
        </Button>
      </span>
    ),
});

/** Who has left is listed with what they have done, and cannot be taken out again. */
const removeColumn = (
  { judge_ids: ids = [] }: Round,
  onRemove: (row: Progress) => void,
): Column<Progress> => ({
  key: 'remove',
  label: labels.remove,
  width: '6rem',
  onCard: 'foot',
  cell: (row) =>
    ids.includes(row.judge.id) ? (
      <span className={rowCss.actions}>
        <Button
          variant="quiet"
          isSmall
          aria-label={`${labels.remove}: ${row.judge.name}`}
          onClick={() => onRemove(row)}
        >
          {labels.remove}
        </Button>
      </span>
    ) : (
      labels.hasLeft
    ),
});

type RemindProps = { round: Round; rows: readonly Progress[]; onClose: () => void };

const wasReminded = ({ reminded_at: at }: Progress): boolean =>
  at !== null && Date.now() - Date.parse(at) < REMINDING_MS;

/** Says who would get an email and how much they owe; afterwards who was left out, and why. */
function RemindDialog({ round: { id }, rows, onClose }: RemindProps) {
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
