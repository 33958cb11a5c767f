import { formatDateTime } from '#domain/dates.ts';
import type { Judge } from '#domain/judges/schema.ts';
import type { Round, UpdateRoundInput } from '#domain/rounds/schema.ts';
import { joinChoices } from '#domain/count-of.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { nameOf } from '#app/features/judges/desk/use-judges.ts';
import { onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import {
  COMMENTS,
  describeMinutes,
  describeSessions,
  KINDS,
  NEAR_TIES,
  roundLabels as labels,
} from '../desk/labels.ts';
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
  const form = useEditForm({
    draftName: `round:${round.id}`,
    current: round,
    save: (mine: UpdateRoundInput, { etag }) => update(round.id, mine, etag),
    fetchFresh: () => roundCalls.get(round.id),
    compare: (theirs: Round, mine) => compare(theirs, mine, judges),
    fallback: labels.saveFailed,
    done: labels.saved,
    onReload,
  });
  const { draft } = form;
  const start: RoundValues = draft.version > 0 ? draft.values : valuesOf(round);
  return (
    <DraftForm form={form} read={readRound} submitLabel={labels.save} cancelPath={paths.rounds()}>
      <RoundFields start={start} judges={judges} />
    </DraftForm>
  );
}

/** As it reads in the form. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  return Array.isArray(value) ? joinChoices(value) : String(value ?? '');
}

const rubricOf = (criteria: UpdateRoundInput['criteria'] = []): string =>
  criteria
    .map(({ name, weight, question, anchors }) =>
      [`${name} (${weight})`, question, ...anchors].filter(Boolean).join(' · '),
    )
    .join('; ');

const labelIn = (options: readonly { value: string; label: string }[], value: unknown): string =>
  options.find((one) => one.value === value)?.label ?? '';

/** Everything that the form can change. */
function compare(theirs: Round, mine: UpdateRoundInput, judges: readonly Judge[]) {
  const field = (label: string, read: (round: Round | UpdateRoundInput) => string) => ({
    label,
    theirs: read(theirs),
    mine: read(mine),
  });
  const plain = (label: string, name: keyof UpdateRoundInput & keyof Round) =>
    field(label, (round) => textOf(round[name]));
  const panelOf = ({ judge_ids: ids = [] }: Round | UpdateRoundInput): string =>
    textOf(judges.filter(({ id }) => ids.includes(id)).map(nameOf));
  return onlyDifferent([
    plain(labels.name, 'name'),
    ...(mine.position === undefined ? [] : [plain(labels.position, 'position')]),
    field(labels.kind, ({ kind }) => labelIn(KINDS, kind)),
    plain(labels.venue, 'venue'),
    plain(labels.date, 'date'),
    field(labels.minutes, ({ minutes }) => describeMinutes(minutes)),
    field(labels.sessions, ({ sessions }) => describeSessions(sessions)),
    plain(labels.isFinal, 'is_final'),
    plain(labels.places, 'places'),
    field(labels.closesAt, ({ closes_at: at }) => (at ? formatDateTime(at) : '')),
    field(labels.regions, ({ regions }) => textOf(regions ?? labels.allRegions)),
    plain(labels.isBlind, 'is_blind'),
    plain(labels.showsDocuments, 'shows_documents'),
    plain(labels.sparesOwnRegion, 'spares_own_region'),
    plain(labels.reviewsPerProposal, 'reviews_per_proposal'),
    field(labels.comments, ({ comments }) => labelIn(COMMENTS, comments)),
    plain(labels.nearPoints, 'near_points'),
    field(labels.nearTies, ({ near_ties: ties }) => labelIn(NEAR_TIES, ties)),
    plain(labels.declineText, 'decline_text'),
    plain(labels.selectedText, 'selected_text'),
    field(labels.rubric, ({ criteria }) => rubricOf(criteria)),
    field(labels.judges, panelOf),
  ]);
}
