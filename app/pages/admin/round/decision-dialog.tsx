import { useState } from 'react';
import type { Decision, DecisionInput } from '#domain/judging/ranking-schema.ts';
import { DECIDING } from '#domain/judging/messages.ts';
import type { Outcome } from '#domain/judging/rules.ts';
import { readNumber } from '#domain/numbers.ts';
import { FUNDING_STAGES, formatStage } from '#domain/proposals/rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { AskDialog, ReasonField } from './ask-dialog.tsx';
import { decisionLabels as labels, rankingLabels } from './result-labels.ts';

type Props = { round: Round; row: Decision; etag: string | null; onClose: () => void };

/** One outcome, and its reason; in the final round also what a selected one gets. */
export function DecisionDialog({ round, row, etag, onClose }: Props) {
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

type FundingProps = Omit<Props, 'row'> & { rows: readonly Decision[] };

/** The same stage and amount for everybody who is selected. */
export function FundingDialog({ round, rows, etag, onClose }: FundingProps) {
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
