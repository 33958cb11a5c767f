import { formatDate, formatDateTime } from '#domain/dates.ts';
import { ROUNDS } from '#domain/rounds/rules.ts';
import type { Round, UpdateRoundInput } from '#domain/rounds/schema.ts';
import {
  roundLabels as labels,
  COMMENTS,
  describeMinutes,
  describeSessions,
  KINDS,
  NEAR_TIES,
} from '#app/features/rounds/desk/labels.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { EditConflict, onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useOptimisticLock } from '#app/editing/use-optimistic-lock.ts';
import { roundCalls } from '#app/features/rounds/desk/round-calls.ts';
import { useRoundChanges, useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { SessionFields, VenueFields } from '#app/features/rounds/form/pitch-fields.tsx';
import { readSessions, valuesOf, type RoundValues } from '#app/features/rounds/form/read-round.ts';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { EndField } from '#app/ui/end-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import css from './round.module.css';

const frozenLabels = {
  title: (since: string) => `Public and frozen since ${since}`,
  text: 'You can still change the places and move the closing time later. Each change appears in the public record.',
  pitchText:
    'You can still change the places and the venue and, until the round closes, the sessions and a later closing time. Each change appears in the public record. Applicants are told of a new time.',
  sealedText: 'The set-up can no longer change.',
  closes: 'Closes at',
  isFinal: 'Final round',
  isBlind: 'Blind',
  showsDocuments: 'Shows documents',
  sparesOwnRegion: 'Own region excluded',
} as const;

const canMove = ({ state }: Round): boolean => state === 'open' || state === 'closed';

/** What everybody can read since the opening, and the little that can still change. */
export default function FrozenSetup({ round }: { round: Versioned<Round> }) {
  const laterText = round.kind === 'pitch' ? frozenLabels.pitchText : frozenLabels.text;
  return (
    <>
      <Notice title={frozenLabels.title(formatDateTime(round.opened_at!))}>
        <p>{canMove(round) ? laterText : frozenLabels.sealedText}</p>
      </Notice>
      {canMove(round) && <LaterForm key={round.etag} round={round} />}
      <div className={css.section}>
        <Facts facts={[...sealedFactsOf(round), ...frozenFactsOf(round)]} />
      </div>
      <section className={css.section}>
        <h2>{labels.rubric}</h2>
        <div className={rowCss.table}>
          <DataTable
            caption={labels.rubric}
            columns={RUBRIC}
            rows={round.criteria}
            rowKey={({ id }) => id}
          />
        </div>
      </section>
    </>
  );
}

/** As its judges see it. */
const RUBRIC: Column<Round['criteria'][number]>[] = [
  {
    key: 'name',
    label: labels.criterion,
    isTitle: true,
    cell: ({ name, question }) => (
      <>
        <span>{name}</span> {question && <small className="note">{question}</small>}
      </>
    ),
  },
  {
    key: 'weight',
    label: labels.weight,
    width: '4.5rem',
    isNumber: true,
    cell: ({ weight }) => weight,
  },
  ...Array.from({ length: ROUNDS.scores }, (_, score) => ({
    key: String(score),
    label: String(score + 1),
    width: '15%',
    onCard: 'named' as const,
    className: rowCss.whole,
    cell: ({ anchors }: Round['criteria'][number]) => anchors[score],
  })),
];

const yesOrNo = (is: boolean): string => (is ? labels.yes : labels.no);
const labelIn = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((one) => one.value === value)!.label;

const pitchFactsOf = (round: Round): [string, React.ReactNode][] => [
  [labels.venue, round.venue],
  [labels.date, round.date && formatDate(round.date)],
  [labels.minutes, describeMinutes(round.minutes)],
  [labels.sessions, describeSessions(round.sessions)],
];
const readingFactsOf = (round: Round): [string, React.ReactNode][] => [
  [frozenLabels.isBlind, yesOrNo(round.is_blind)],
  [labels.reviewsPerProposal, round.reviews_per_proposal],
];

/** What the form above cannot change any more. */
function sealedFactsOf(round: Round): [string, React.ReactNode][] {
  if (round.state === 'open') return [];
  const closes = round.closes_at && formatDateTime(round.closes_at);
  const closing: [string, React.ReactNode] = [frozenLabels.closes, closes];
  return canMove(round) ? [closing] : [[labels.places, round.places], closing];
}

const frozenFactsOf = (round: Round): [string, React.ReactNode][] => [
  [labels.kind, labelIn(KINDS, round.kind)],
  [labels.regions, round.regions?.join(', ') ?? labels.allRegions],
  [frozenLabels.isFinal, yesOrNo(round.is_final)],
  ...(round.kind === 'pitch' ? pitchFactsOf(round) : readingFactsOf(round)),
  [frozenLabels.showsDocuments, yesOrNo(round.shows_documents)],
  [frozenLabels.sparesOwnRegion, yesOrNo(round.spares_own_region)],
  [labels.comments, labelIn(COMMENTS, round.comments)],
  [labels.nearPoints, round.near_points],
  [labels.nearTies, labelIn(NEAR_TIES, round.near_ties)],
  [labels.declineText, <PlainText key="decline">{round.decline_text ?? ''}</PlainText>],
  ...(round.selected_text
    ? ([
        [labels.selectedText, <PlainText key="selected">{round.selected_text}</PlainText>],
      ] satisfies [string, React.ReactNode][])
    : []),
];

/** Later, and until the results are sealed also more or fewer places; both are public. */
function LaterForm({ round }: { round: Versioned<Round> }) {
  const { update } = useRoundChanges();
  const refresh = useRoundsRefresh();
  const call = useFormSubmit(labels.saveFailed);
  const isOpen = round.state === 'open';
  const { conflict, attempt, dropConflict } = useOptimisticLock({
    current: round,
    save: (input: UpdateRoundInput, { etag }) => update(round.id, input, etag),
    fetchFresh: () => roundCalls.get(round.id),
  });
  const send = (input: UpdateRoundInput) =>
    void call.run(async () => {
      if (!(await attempt(input))) return;
      dropConflict();
      toast.success(labels.saved);
    });
  const save = (data: FormData) => {
    const places = Number(data.get('places'));
    const typed = String(data.get('closes_at') ?? '');
    const isMoved = isOpen && typed !== round.closes_at?.slice(0, 16);
    send({
      ...(places !== round.places && { places }),
      ...(isMoved && { closes_at: typed as never }),
      ...(round.kind === 'pitch' && hallOf(round, data)),
    });
  };
  if (conflict)
    return (
      <EditConflict
        differences={compare(conflict.fresh, conflict.mine)}
        isBusy={call.isBusy}
        onKeepMine={() => send(conflict.mine)}
        onTakeTheirs={() => void refresh().then(dropConflict)}
      />
    );
  return (
    <Form problem={call.problem} onSubmit={save}>
      <TextField
        label={labels.places}
        name="places"
        inputMode="numeric"
        defaultValue={String(round.places)}
      />
      {isOpen && (
        <EndField
          label={labels.closesAt}
          name="closes_at"
          hint={labels.closesHint}
          defaultValue={round.closes_at?.slice(0, 16)}
        />
      )}
      {round.kind === 'pitch' && <VenueFields start={valuesOf(round)} />}
      {round.kind === 'pitch' && isOpen && <SessionFields start={valuesOf(round)} />}
      <FormActions>
        <Button type="submit" variant="secondary" isBusy={call.isBusy}>
          {labels.save}
        </Button>
      </FormActions>
    </Form>
  );
}

/** What differs from the round; its sessions say the day where it has some. */
function hallOf(round: Round, data: FormData): UpdateRoundInput {
  const values = Object.fromEntries(data) as RoundValues;
  const { venue, date } = values;
  const sessions = readSessions(values);
  const momentsOf = (list: readonly { from: unknown; starts_at?: string | undefined }[]) =>
    list.map(({ from, starts_at: at }) => `${from} ${at?.slice(0, 16)}`).join();
  return {
    ...(venue !== (round.venue ?? '') && { venue: venue ?? null }),
    ...(date !== (round.date ?? '') && sessions.length === 0 && { date: date || null }),
    ...(round.state === 'open' &&
      momentsOf(sessions) !== momentsOf(round.sessions) && { sessions: sessions as never }),
  };
}

const compare = (theirs: Round, mine: UpdateRoundInput) => {
  const { places, closes_at: at, venue, date, sessions } = mine;
  return onlyDifferent([
    ...(venue === undefined
      ? []
      : [{ label: labels.venue, theirs: theirs.venue ?? '', mine: venue ?? '' }]),
    ...(date === undefined
      ? []
      : [{ label: labels.date, theirs: theirs.date ?? '', mine: date ?? '' }]),
    ...(sessions === undefined
      ? []
      : [
          {
            label: labels.sessions,
            theirs: describeSessions(theirs.sessions),
            mine: describeSessions(sessions),
          },
        ]),
    ...(places === undefined
      ? []
      : [{ label: labels.places, theirs: String(theirs.places), mine: String(places) }]),
    ...(at
      ? [{ label: labels.closesAt, theirs: momentOf(theirs.closes_at), mine: momentOf(at) }]
      : []),
  ]);
};

const momentOf = (at: Date | string | null): string => (at ? formatDateTime(at) : '');
