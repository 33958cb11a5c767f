import type { Label } from '#domain/labels/schema.ts';
import { formatStage } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { joinChoices } from '#domain/count-of.ts';
import { EditConflict, onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useLabels } from '#app/features/labels/use-labels.ts';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { FIELD_LABELS, roomLabels } from './labels.ts';
import type { Desk, DeskInput } from './use-desk.ts';

/** Two people at once: what the other one saved, what I was about to save, and the choice. */
export default function ConflictDialog({ desk }: { desk: Desk }) {
  const { conflict, keepMine, takeTheirs } = desk;
  const { data: known = [] } = useLabels();
  return (
    <Dialog
      title={conflict ? roomLabels.conflictAt(conflict.fresh.business_name) : ''}
      isOpen={conflict !== null}
      isUnasked
      onClose={takeTheirs}
      actions={null}
    >
      {conflict && (
        <EditConflict
          differences={[
            ...compare(conflict.basis, conflict.fresh, conflict.mine.input),
            ...compareLabels(known, conflict),
          ]}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      )}
    </Dialog>
  );
}

const DESK_FIELDS = [
  'decision',
  'decline_reason',
  'funding_stage',
  'assigned_to',
  'flagged',
] as const;

/** Compares the review fields, and what the applicant has changed in the meantime. */
function compare(seen: Proposal, fresh: Proposal, mine: DeskInput) {
  return onlyDifferent([
    ...DESK_FIELDS.map((field) => ({
      label: FIELD_LABELS[field]!,
      theirs: describe(fresh, field),
      mine: describe(mine[field] === undefined ? seen : { ...seen, [field]: mine[field] }, field),
    })),
    { label: reviewLabels.businessName, theirs: fresh.business_name, mine: seen.business_name },
    { label: reviewLabels.location, theirs: fresh.business_location, mine: seen.business_location },
    {
      label: reviewLabels.website,
      theirs: fresh.business_website ?? '',
      mine: seen.business_website ?? '',
    },
  ]);
}

/** The names of the labels; of those that I was about to pin, only their ids were sent. */
function compareLabels(
  known: readonly Label[],
  { basis, fresh, mine: { input } }: NonNullable<Desk['conflict']>,
) {
  const namesOf = (labels: readonly Label[] = []) => joinChoices(labels.map(({ name }) => name));
  const mine = input.labels && known.filter(({ id }) => input.labels!.includes(id));
  return onlyDifferent([
    {
      label: FIELD_LABELS['labels']!,
      theirs: namesOf(fresh.labels),
      mine: namesOf(mine ?? basis.labels),
    },
  ]);
}

type DeskFields = Pick<Proposal, (typeof DESK_FIELDS)[number] | 'assigned_to_name'>;

function describe(proposal: DeskFields, field: (typeof DESK_FIELDS)[number]): string {
  if (field === 'decision') return roomLabels[proposal.decision];
  if (field === 'funding_stage') return formatStage(proposal.funding_stage);
  if (field === 'flagged') return proposal.flagged ? roomLabels.flagged : '';
  if (field === 'assigned_to')
    return proposal.assigned_to
      ? (proposal.assigned_to_name ?? proposal.assigned_to)
      : roomLabels.nobody;
  return proposal.decline_reason ?? '';
}
