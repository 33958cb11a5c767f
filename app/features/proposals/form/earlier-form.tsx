import { useState } from 'react';
import { formatDate } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { DEFAULT_SORT } from '../labels.ts';
import { useOwnProposals } from '../use-own-proposals.ts';
import css from './submit-form.module.css';
import type { SavedDraft } from './use-saved-draft.ts';

const labels = {
  title: 'Start from an earlier proposal',
  lead: 'Copy your answers and both documents into this form. You can change everything before you submit.',
  which: 'Earlier proposal',
  start: 'Copy into this form',
  failed: 'It could not be copied. Try again.',
} as const;

type Props = { programId: string; draft: SavedDraft };

/** Fills an empty form with an earlier proposal, documents included. */
export default function EarlierForm({ programId, draft: { sync } }: Props) {
  const { data: proposals = [] } = useOwnProposals(DEFAULT_SORT);
  const [chosen, setChosen] = useState('');
  const { problem, isBusy, run } = useFormSubmit(labels.failed);
  const id = chosen || proposals[0]?.id;
  if (id === undefined) return null;
  const start = () =>
    run(async () => {
      // What is typed already stays.
      await sync.settleAll();
      await draftCalls.startFrom(programId, id, { fallback: labels.failed });
      await sync.refill();
    });
  return (
    <details className={`${css.earlier} fold`}>
      <summary>{labels.title}</summary>
      <p>{labels.lead}</p>
      <SelectField
        label={labels.which}
        name="earlier_proposal"
        options={proposals.map((one) => ({ value: one.id, label: describe(one) }))}
        value={id}
        onChange={({ target }) => setChosen(target.value)}
      />
      {problem && <p role="alert">{problem.message}</p>}
      <p>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void start()}>
          {labels.start}
        </Button>
      </p>
    </details>
  );
}

const describe = ({
  business_name,
  program,
  created_at,
}: Pick<Proposal, 'business_name' | 'program' | 'created_at'>): string =>
  `${business_name}: ${program.title}, ${formatDate(created_at)}`;
