import type { Judge } from '#domain/judges/schema.ts';
import type { Round, UpdateRoundInput } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { toast } from '#app/ui/toast.tsx';
import { roundLabels as labels } from '../desk/labels.ts';
import { roundCalls } from '../desk/round-calls.ts';
import { useRoundChanges } from '../desk/use-rounds.ts';
import { readRound, valuesOf, type RoundValues } from './read-round.ts';
import { RoundFields } from './round-fields.tsx';

type Props = {
  round: Versioned<Round>;
  judges: readonly Judge[];
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/** Edits a draft. If somebody else has saved it, both versions are shown side by side. */
export function EditRoundForm({ round, judges, onReload }: Props) {
  const { update } = useRoundChanges();
  const { draft, call, submit, conflictPanel } = useEditForm<Round, UpdateRoundInput>({
    draftName: `round:${round.id}`,
    current: round,
    save: (mine, { etag }) => update(round.id, mine, etag),
    fetchFresh: () => roundCalls.get(round.id),
    compare,
    fallback: labels.saveFailed,
    onSaved: async () => toast.success(labels.saved),
    onReload,
  });
  const start: RoundValues = draft.version > 0 ? draft.values : valuesOf(round);
  return (
    <>
      {conflictPanel}
      <DraftForm
        draft={draft}
        call={call}
        read={readRound}
        submitLabel={labels.save}
        cancelLabel={labels.back}
        cancelPath={paths.rounds()}
        onSubmit={submit}
      >
        <RoundFields start={start} judges={judges} />
      </DraftForm>
    </>
  );
}

const text = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '');

const rubricOf = (criteria: UpdateRoundInput['criteria'] = []): string =>
  criteria.map(({ name, weight }) => `${name} (${weight})`).join(', ');

function compare(theirs: Round, mine: UpdateRoundInput) {
  const field = (label: string, name: keyof UpdateRoundInput & keyof Round) => ({
    label,
    theirs: text(theirs[name]),
    mine: text(mine[name]),
  });
  return onlyDifferent([
    field(labels.name, 'name'),
    field(labels.places, 'places'),
    field(labels.regions, 'regions'),
    field(labels.reviewsPerProposal, 'reviews_per_proposal'),
    field(labels.nearPoints, 'near_points'),
    field(labels.declineText, 'decline_text'),
    {
      label: labels.rubric,
      theirs: rubricOf(theirs.criteria),
      mine: rubricOf(mine.criteria),
    },
    {
      label: labels.judges,
      theirs: String(theirs.judge_ids?.length ?? 0),
      mine: String(mine.judge_ids?.length ?? 0),
    },
  ]);
}
