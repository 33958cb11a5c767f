import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OpeningPreview } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { countOf } from '#domain/count-of.ts';
import { ApiError } from '#app/api/api-error.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import type { Versioned } from '#app/api/transport.ts';
import { paths } from '#app/paths.ts';
import { roundCalls } from '#app/features/rounds/desk/round-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { RefusedRows } from '#app/features/refused/refused-rows.tsx';
import { useEntryNames } from '#app/features/rounds/desk/use-entries.ts';
import { usePanelNames } from '#app/features/rounds/desk/use-panel.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import css from './round.module.css';
import { stepLabels } from './labels.ts';

const proposals = countOf('proposal', 'proposals');
const judges = countOf('judge', 'judges');
const pitches = countOf('pitch', 'pitches');
const reviews = countOf('review', 'reviews');

const labels = {
  title: 'Preview of the opening',
  loading: 'Working out who reads what',
  again: 'Preview again',
  cannot: 'This round cannot open yet',
  lead: (entries: number, count: number) =>
    `${proposals(entries)}, read by ${judges(count)}. Nothing happens until you press “Open round”.`,
  changed: 'Assign again: something changed since the preview.',
  changedText: 'This is the new preview. Check it, then open the round.',
  leadPitch: (entries: number, count: number) =>
    `${pitches(entries)}, each scored by ${count === 1 ? '1 judge' : `all ${judges(count)}`}. Nothing happens until you press “Open round”.`,
  frozenPitchText:
    'Proposals, regions, criteria, weights and minutes become public and can no longer change, and the order is drawn by lot. You can still change the venue, the sessions and the order, make the closing time later and, until the results are sealed, change the places. We email judges and applicants.',
  loads: 'What each judge gets',
  judge: 'Judge',
  reviews: 'Reviews',
  spared: 'Own region',
  conflicts: 'Conflicts',
  allFilled: 'Every proposal gets all its reviews.',
  short: (count: number) => `${proposals(count)} cannot get all reviews`,
  missing: (count: number) => `${reviews(count)} missing`,
  possible: (count: number) =>
    `${count.toLocaleString('en-GB')} possible ${count === 1 ? 'conflict' : 'conflicts'}`,
  confirmed: (count: number) =>
    `${count.toLocaleString('en-GB')} ${count === 1 ? 'conflict' : 'conflicts'} of interest`,
  confirmedText: 'The judge does not get the proposal.',
  possibleText: 'The judge does not get the proposal until you clear it, after the opening.',
  notAccepted: (count: number) => `${judges(count)} cannot read yet`,
  notAcceptedText: 'They have not accepted the invitation or are not active, so they get nothing.',
  unclean: (count: number) =>
    `${proposals(count)} ${count === 1 ? 'has a document' : 'have documents'} that cannot be cleaned`,
  uncleanText:
    'The file has a password, is too large or is damaged. Judges won’t see it; they read the other documents and the description.',
  cleaning: (count: number) => `The documents of ${proposals(count)} are being cleaned`,
  cleaningText:
    'Judges see each document as soon as it is clean. You can open the round now, or wait: this page updates automatically.',
  allClean: 'Judges see cleaned copies of all documents.',
  frozen: 'What opening means',
  frozenText:
    'Proposals, regions, criteria, weights and how judges read become public and can no longer change. You can only make the closing time later and, until the results are sealed, change the places. Each change is public. We email judges and applicants.',
  opened: (count: number) =>
    `Round opened. ${count.toLocaleString('en-GB')} ${count === 1 ? 'judge has' : 'judges have'} been told.`,
} as const;

type Props = { round: Versioned<Round>; onClose: () => void };

/**
 * What opening would do, and the one button that does it. If anything changed meanwhile, nothing
 * opens and the new preview is shown.
 */
export default function OpeningDialog({ round, onClose }: Props) {
  const opening = useOpening(round.id, onClose);
  const { preview, refusal, isBusy, hasChanged } = opening;
  return (
    <Dialog
      title={labels.title}
      isOpen
      isPage
      isBusy={isBusy}
      onClose={onClose}
      actions={
        <div className="row">
          <Button variant="secondary" aria-disabled={isBusy || undefined} onClick={onClose}>
            {stepLabels.cancel}
          </Button>
          {preview && (
            <Button isBusy={isBusy} onClick={() => void opening.open(preview)}>
              {stepLabels.open}
            </Button>
          )}
        </div>
      }
    >
      {!preview && !refusal && <Skeleton label={labels.loading} />}
      {hasChanged && (
        <Notice title={labels.changed} tone="bad">
          <p>{labels.changedText}</p>
        </Notice>
      )}
      {refusal && <Refusal id={round.id} error={refusal} onRetry={() => void opening.load()} />}
      {preview && <OpeningPlan round={round} preview={preview} />}
    </Dialog>
  );
}

/** While documents are being cleaned, the preview follows. */
const CLEANING_MS = 5_000;

/** Loads the preview at once; opening needs its hash. */
function useOpening(id: string, onClose: () => void) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [queryKeys.rounds, 'opening', id],
    queryFn: () => roundCalls.previewOpening(id),
    ...EDITED,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.cleaning ? CLEANING_MS : false),
  });
  const [refused, setRefused] = useState<Error | null>(null);
  const [hasChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const singleFlight = useSingleFlight();
  const refresh = useRoundsRefresh();
  const navigate = useNavigate();

  const load = () => {
    setRefused(null);
    return refetch();
  };
  const open = ({ plan_sha256, judges }: OpeningPreview) =>
    singleFlight(async () => {
      setBusy(true);
      setChanged(false);
      try {
        await roundCalls.open(id, plan_sha256);
        onClose();
        toast.success(labels.opened(judges.length));
        await navigate(paths.round({ id }, { tab: 'progress' }), { preventScrollReset: true });
        await refresh();
      } catch (refusal) {
        await learn(refusal as Error);
      } finally {
        setBusy(false);
      }
    });
  const learn = async (refusal: Error) => {
    const isOld = refusal instanceof ApiError && refusal.code === 'plan_changed';
    if (!isOld) return setRefused(refusal);
    await load();
    setChanged(true);
  };
  const refusal = refused ?? (isFetching ? null : error);
  const preview = refusal ? undefined : data;
  return { preview, refusal, hasChanged, isBusy, load, open };
}

type RefusalProps = { id: string; error: Error; onRetry: () => void };

/** Each thing that the round waits for, in a sentence. */
function Refusal({ id, error, onRetry }: RefusalProps) {
  const isKnown = error instanceof ApiError;
  const fields = isKnown ? Object.values(error.fields) : [];
  const refused = isKnown ? error.refused : [];
  const hasFields = fields.length > 0;
  return (
    <Notice
      title={hasFields ? labels.cannot : error.message}
      tone="bad"
      actions={
        hasFields ? (
          <LinkButton to={paths.round({ id }, { tab: 'setup' })} variant="secondary">
            {stepLabels.toSetup}
          </LinkButton>
        ) : (
          <Button variant="secondary" onClick={onRetry}>
            {labels.again}
          </Button>
        )
      }
    >
      {hasFields && (
        <ul>
          {fields.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <RefusedRows rows={refused} />
    </Notice>
  );
}

type PlanProps = { round: Round; preview: OpeningPreview };

/** Loads, conflicts, what is short, who cannot read yet, and what is frozen. */
function OpeningPlan({ round, preview }: PlanProps) {
  const judgeName = usePanelNames(round.id);
  const entryName = useEntryNames(round.id);
  const { judges, not_accepted: absent } = preview;
  const { possible_conflicts: possible, confirmed_conflicts: confirmed } = preview;
  const isPitch = round.kind === 'pitch';
  const nameOf = (tie: Tie) => `${judgeName(tie.judge_id)}, ${entryName(tie.proposal_id)}`;
  return (
    <div className={css.preview}>
      {isPitch ? (
        <p>{labels.leadPitch(preview.entries, judges.length)}</p>
      ) : (
        <Reading preview={preview} nameOf={entryName} />
      )}
      {absent.length > 0 && (
        <section>
          <h3>{labels.notAccepted(absent.length)}</h3>
          <p>{labels.notAcceptedText}</p>
          <ul>
            {absent.map((id) => (
              <li key={id}>{judgeName(id)}</li>
            ))}
          </ul>
        </section>
      )}
      {possible.length > 0 && (
        <section>
          <h3>{labels.possible(possible.length)}</h3>
          <p>{labels.possibleText}</p>
          <Ties ties={possible} nameOf={nameOf} />
        </section>
      )}
      {confirmed.length > 0 && (
        <section>
          <h3>{labels.confirmed(confirmed.length)}</h3>
          <p>{labels.confirmedText}</p>
          <Ties ties={confirmed} nameOf={nameOf} />
        </section>
      )}
      {!isPitch && (
        <section>
          <h3>{labels.loads}</h3>
          <Loads judges={judges} nameOf={judgeName} />
        </section>
      )}
      {round.is_blind && round.shows_documents && (
        <Documents preview={preview} nameOf={entryName} />
      )}
      <section>
        <h3>{labels.frozen}</h3>
        <p>{isPitch ? labels.frozenPitchText : labels.frozenText}</p>
      </section>
    </div>
  );
}

type ReadingProps = { preview: OpeningPreview; nameOf: (proposalId: string) => string };

/** How many read how much, and what cannot be filled. */
const Reading = ({ preview: { entries, judges, short }, nameOf }: ReadingProps) => (
  <>
    <p>{labels.lead(entries, judges.length)}</p>
    {short.length === 0 && <p>{labels.allFilled}</p>}
    {short.length > 0 && (
      <section>
        <h3>{labels.short(short.length)}</h3>
        <ul>
          {short.map(({ proposal_id: id, missing, reason }) => (
            <li key={id}>
              <span>{nameOf(id)}</span> <small>{`${labels.missing(missing)}. ${reason}`}</small>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);

type DocumentsProps = { preview: OpeningPreview; nameOf: (proposalId: string) => string };

/** Whose documents judges do not see, or not yet. */
const Documents = ({ preview: { unclean, cleaning }, nameOf }: DocumentsProps) => (
  <>
    {unclean.length === 0 && cleaning === 0 && <p>{labels.allClean}</p>}
    {unclean.length > 0 && (
      <section>
        <h3>{labels.unclean(unclean.length)}</h3>
        <p>{labels.uncleanText}</p>
        <ul>
          {unclean.map((id) => (
            <li key={id}>{nameOf(id)}</li>
          ))}
        </ul>
      </section>
    )}
    {cleaning > 0 && (
      <section>
        <h3>{labels.cleaning(cleaning)}</h3>
        <p>{labels.cleaningText}</p>
      </section>
    )}
  </>
);

type Tie = OpeningPreview['possible_conflicts'][number];
type TiesProps = { ties: readonly Tie[]; nameOf: (tie: Tie) => string };

const Ties = ({ ties, nameOf }: TiesProps) => (
  <ul>
    {ties.map((tie) => (
      <li key={`${tie.judge_id} ${tie.proposal_id} ${tie.kind}`}>
        <span>{nameOf(tie)}</span> <small>{tie.reason}</small>
      </li>
    ))}
  </ul>
);

type LoadsProps = { judges: OpeningPreview['judges']; nameOf: (id: string) => string };

const Loads = ({ judges, nameOf }: LoadsProps) => (
  <table className={css.loads}>
    <thead>
      <tr>
        <th scope="col">{labels.judge}</th>
        <th scope="col">{labels.reviews}</th>
        <th scope="col">{labels.spared}</th>
        <th scope="col">{labels.conflicts}</th>
      </tr>
    </thead>
    <tbody>
      {judges.map(({ id, reviews, spared, conflicts }) => (
        <tr key={id}>
          <th scope="row">{nameOf(id)}</th>
          <td>{reviews}</td>
          <td>{spared}</td>
          <td>{conflicts}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
