import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import type { Decision, DecisionInput } from '#domain/judging/ranking-schema.ts';
import { formatStage, FUNDING_STAGES } from '#domain/proposals/rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { DECIDING } from '#domain/judging/messages.ts';
import type { Outcome } from '#domain/judging/rules.ts';
import { readNumber } from '#domain/numbers.ts';
import { countOf } from '#domain/count-of.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { ApiError } from '#app/api/api-error.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { Filters, type Filter } from './find-line.tsx';
import css from './round.module.css';
import { isOver, type PartProps } from './round-steps.tsx';
import { MarkedName, rankingLabels } from './ranking-tab.tsx';
import { AskDialog, ReasonField } from './ask-dialog.tsx';

const proposals = countOf('proposal', 'proposals');
const countPlaces = countOf('place', 'places');

const labels = {
  caption: 'Outcomes of the proposals',
  loading: 'Loading the outcomes',
  tooEarly: 'Outcomes are set once the round is closed.',
  none: 'No proposals were in this round.',
  noMatch: 'No outcomes match.',
  all: 'All',
  missing: 'Not set',
  deviations: 'Different from the ranking',
  filters: 'Which outcomes',
  needsReason: 'Needs a reason',
  reason: 'Reason',
  outcome: 'Outcome',
  stage: 'Funding stage',
  stageUnchanged: 'Unchanged',
  amount: 'Amount in GHS',
  change: 'Change',
  changeTitle: (name: string) => `Outcome of ${name}`,
  changeText:
    'An outcome that differs from the ranking needs a reason. The reason is public, without the name.',
  reasonHint: '10 to 2,000 characters. Leave blank if the outcome follows the ranking.',
  save: 'Save',
  saved: 'Outcome saved.',
  fundAll: 'Stage and amount for all selected',
  fundAllText:
    'Each selected proposal gets this stage and this amount. What you leave blank stays as it is. You can change single ones afterwards.',
  amounts: (rows: readonly { amount: number | null }[]) => {
    const given = rows.flatMap(({ amount }) => amount ?? []);
    const sum = given.reduce((total, amount) => total + amount, 0);
    const missing = rows.length - given.length;
    return `GHS ${sum.toLocaleString('en-GB')} in all${missing > 0 ? `, ${proposals(missing)} without an amount` : ''}.`;
  },
  more: 'Show more',
  summary: (selected: number, places: number, missing: number) =>
    `${selected.toLocaleString('en-GB')} selected for ${countPlaces(places)}. ${
      missing === 0 ? 'Every proposal has an outcome.' : `${proposals(missing)} without an outcome.`
    }`,
} as const;

const SHOWN: Readonly<Record<string, (row: Decision) => boolean>> = {
  missing: ({ outcome }) => outcome === null,
  deviations: ({ is_deviation: isDeviation }) => isDeviation,
  unexplained: ({ is_deviation: isDeviation, reason }) => isDeviation && !reason,
};

const FILTERS: readonly Filter[] = [
  { label: labels.all, query: {} },
  { label: labels.missing, query: { only: 'missing' } },
  { label: labels.deviations, query: { only: 'deviations' } },
  { label: labels.needsReason, query: { only: 'unexplained' } },
];

/** Who is selected, in order of rank, and why where that differs from it. */
export default function DecisionsTab(props: PartProps) {
  if (!isOver(props.round.state)) return <EmptyState message={labels.tooEarly} />;
  return <Decisions {...props} />;
}

function Decisions({ round }: PartProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [queryKeys.rounds, 'decisions', round.id],
    queryFn: ({ signal }) => resultCalls.listDecisions(round.id, { signal }),
  });
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label={labels.loading} isList />;
  return <Loaded round={round} {...data} />;
}

type LoadedProps = Pick<PartProps, 'round'> & { rows: Decision[]; etag: string | null };

function Loaded({ round, rows, etag }: LoadedProps) {
  const [search] = useSearchParams();
  const [pages, setPages] = useState(1);
  const [changed, setChanged] = useState<Decision | null>(null);
  const isShown = SHOWN[search.get('only') ?? ''] ?? (() => true);
  const found = rows.filter(isShown);
  const shown = found.slice(0, pages * PAGING.ranking);
  const chosen = rows.filter(({ outcome }) => outcome === 'selected');
  const missing = rows.filter(({ outcome }) => outcome === null).length;
  return (
    <>
      <div className={`${css.find} row`}>
        <Filters label={labels.filters} filters={FILTERS} />
        <p role="status">{labels.summary(chosen.length, round.places!, missing)}</p>
        {round.is_final && chosen.length > 0 && <Funding round={round} rows={chosen} etag={etag} />}
      </div>
      {found.length === 0 && (
        <EmptyState message={rows.length === 0 ? labels.none : labels.noMatch} />
      )}
      {found.length > 0 && (
        <DecisionsTable
          round={round}
          rows={shown}
          onChange={round.state === 'closed' ? setChanged : undefined}
        />
      )}
      {shown.length < found.length && (
        <Button variant="secondary" onClick={() => setPages(pages + 1)}>
          {labels.more}
        </Button>
      )}
      {changed && (
        <DecisionDialog round={round} row={changed} etag={etag} onClose={() => setChanged(null)} />
      )}
    </>
  );
}

type FundingProps = Pick<PartProps, 'round'> & { rows: readonly Decision[]; etag: string | null };

/** What the selected of a final round get in all, and the same for each of them at once. */
function Funding({ round, rows, etag }: FundingProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <p>{labels.amounts(rows)}</p>
      {round.state === 'closed' && (
        <Button variant="secondary" isSmall onClick={() => setAsked(true)}>
          {labels.fundAll}
        </Button>
      )}
      {isAsked && (
        <FundingDialog round={round} rows={rows} etag={etag} onClose={() => setAsked(false)} />
      )}
    </>
  );
}

type TableProps = {
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
function DecisionsTable({ round, rows, onChange }: TableProps) {
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

type DialogProps = { round: Round; row: Decision; etag: string | null; onClose: () => void };

/** One outcome, and its reason; in the final round also what a selected one gets. */
function DecisionDialog({ round, row, etag, onClose }: DialogProps) {
  const refresh = useRoundsRefresh();
  const [outcome, setOutcome] = useState<string>(row.outcome ?? '');
  const isFunded = round.is_final && outcome === 'selected';
  const save = async (values: Record<string, string>) => {
    const input = { proposal_id: row.proposal_id!, ...readDecision(values, isFunded) };
    await decideOne(round.id, input, etag);
    await refresh();
    return labels.saved;
  };
  return (
    <AskDialog
      title={labels.changeTitle(row.business_name ?? row.code)}
      text={labels.changeText}
      confirmLabel={labels.save}
      onClose={onClose}
      onConfirm={save}
    >
      <SelectField
        label={labels.outcome}
        name="outcome"
        placeholder={labels.missing}
        options={Object.entries(rankingLabels.outcomes).map(([value, label]) => ({ value, label }))}
        value={outcome}
        onChange={({ target }) => setOutcome(target.value)}
      />
      <ReasonField hint={labels.reasonHint} defaultValue={row.reason ?? ''} />
      {isFunded && <FundingFields row={row} />}
    </AskDialog>
  );
}

const FundingFields = ({ row }: { row?: Decision }) => (
  <>
    <SelectField
      label={labels.stage}
      name="funding_stage"
      isOptional
      placeholder={labels.stageUnchanged}
      options={FUNDING_STAGES.map((value) => ({ value, label: formatStage(value) }))}
      defaultValue={row?.funding_stage ?? ''}
    />
    <TextField
      label={labels.amount}
      name="amount"
      inputMode="decimal"
      isOptional
      defaultValue={row?.amount == null ? '' : String(row.amount)}
    />
  </>
);

type FundingDialogProps = Omit<DialogProps, 'row'> & { rows: readonly Decision[] };

/** The same stage and amount for everybody who is selected. */
function FundingDialog({ round, rows, etag, onClose }: FundingDialogProps) {
  const refresh = useRoundsRefresh();
  const save = async ({
    funding_stage: stage = '',
    amount: typed = '',
  }: Record<string, string>) => {
    const amount = readAmount(typed);
    const given = {
      ...(stage && { funding_stage: stage as NonNullable<DecisionInput['funding_stage']> }),
      ...(amount !== null && { amount }),
    };
    const known = rows.filter(({ proposal_id }) => proposal_id !== null);
    const input = known.map(({ proposal_id }) => ({ proposal_id: proposal_id!, ...given }));
    await resultCalls.decide(round.id, { rows: input }, etag);
    await refresh();
    return labels.saved;
  };
  return (
    <AskDialog
      title={labels.fundAll}
      text={labels.fundAllText}
      confirmLabel={labels.save}
      onClose={onClose}
      onConfirm={save}
    >
      <FundingFields />
    </AskDialog>
  );
}

function readDecision(
  values: Record<string, string>,
  isFunded: boolean,
): Omit<DecisionInput, 'proposal_id'> {
  const amount = isFunded ? readAmount(values['amount'] ?? '') : null;
  return {
    outcome: (values['outcome'] || null) as Outcome | null,
    reason: values['reason']?.trim() || null,
    ...(isFunded && {
      funding_stage: (values['funding_stage'] || null) as DecisionInput['funding_stage'],
      amount,
    }),
  };
}

/** As numbers are read everywhere: what could mean two amounts is refused. */
function readAmount(typed: string): number | null {
  if (typed.trim() === '') return null;
  const { value, wrong } = readNumber(typed);
  if (value !== undefined && value > 0) return value;
  const sentence = wrong ?? DECIDING.amount;
  throw new ApiError(422, 'invalid', sentence, { amount: sentence });
}

/** A refusal of the one row stands beside its field. */
async function decideOne(id: string, row: DecisionInput, etag: string | null): Promise<void> {
  try {
    await resultCalls.decide(id, { rows: [row] }, etag);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, text]) => [name.replace(/^rows\.\d+\./, ''), text]),
    );
    throw new ApiError(error.status, error.code, error.message, fields);
  }
}
