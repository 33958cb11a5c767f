import { Suspense, useState } from 'react';
import { useSearchParams, useNavigate } from 'react-router';
import type { Round as RoundItem, Round } from '#domain/rounds/schema.ts';
import { useProfile } from '#app/session/use-session.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { roundLabels } from '#app/features/rounds/desk/labels.ts';
import {
  useRound,
  useRoundChanges,
  useRoundsRefresh,
} from '#app/features/rounds/desk/use-rounds.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { lazyPart, NOT_LOADED } from '#app/ui/lazy-part.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/round';
import { RoundSteps, tabOf, type Tab } from './round-steps.tsx';
import { stepLabels as labels } from './labels.ts';
import type { Step } from './step-dialog.tsx';

const PARTS = {
  setup: lazyPart(() => import('./setup-tab.tsx')),
  judges: lazyPart(() => import('./judges-tab.tsx')),
  entries: lazyPart(() => import('./entries-tab.tsx')),
  progress: lazyPart(() => import('./progress-tab.tsx')),
  ranking: lazyPart(() => import('./ranking-tab.tsx')),
  decisions: lazyPart(() => import('./decisions-tab.tsx')),
  release: lazyPart(() => import('./release-tab.tsx')),
} satisfies Record<Tab, unknown>;

export const meta = () => [{ title: roundLabels.title }];

/** /dashboard/admin/rounds/{id}; `tab`: the part that is shown. */
export default function Round({ params: { id } }: Route.ComponentProps) {
  const query = useRound(id);
  const { data: round, error, refetch } = query;
  if (isMissing(error))
    return (
      <NotFoundState
        title={error.message}
        to={lastListUrl(paths.rounds())}
        label={roundLabels.back}
      />
    );
  return (
    <>
      {!round && <PageHeading title={roundLabels.title} />}
      <Waiting query={query} label={roundLabels.loading} />
      {round && <Shown round={round} onReload={() => void refetch()} />}
    </>
  );
}

type ShownProps = { round: Versioned<RoundItem>; onReload: () => void };

function Shown({ round, onReload }: ShownProps) {
  const [search] = useSearchParams();
  const { role } = useProfile();
  const tab = tabOf(search.get('tab'), round.state, role);
  const Part = PARTS[tab];
  return (
    <>
      <PageHeading
        title={round.name}
        back={{ to: lastListUrl(paths.rounds()), label: roundLabels.back }}
        actions={role === 'admin' && <NextStep round={round} tab={tab} />}
      />
      <RoundSteps round={round} current={tab} />
      <Suspense fallback={<Skeleton label={roundLabels.loading} />}>
        <Part round={round} onReload={onReload} />
      </Suspense>
    </>
  );
}

const OpeningDialog = lazyPart(() => import('./opening-dialog.tsx'));
const StepDialog = lazyPart(() => import('./step-dialog.tsx'));

type NextProps = { round: Versioned<Round>; tab: Tab };

/** What an admin does next with the round: one button stands out. */
function NextStep({ round, tab }: NextProps) {
  const isPitch = round.kind === 'pitch';
  const [step, setStep] = useState<Step | null>(null);
  const [first, ...others] = stepsOf(round, tab);
  const close = () => setStep(null);
  const fill = useFilling(round);
  const begin = (next: Step) =>
    next === 'fill' && isPitch ? void fill(() => setStep(next)) : setStep(next);
  return (
    <>
      <DeskLink round={round} />
      {first && (
        <Button variant={isEarly(round) ? 'secondary' : 'primary'} onClick={() => begin(first)}>
          {first === 'open' && isPitch ? labels.previewPitch : LABELS[first]}
        </Button>
      )}
      {others.map((other) => (
        <Button key={other} variant="secondary" onClick={() => begin(other)}>
          {LABELS[other]}
        </Button>
      ))}
      <SheetsLink round={round} />
      <LinkButton to={paths.createRound({ copy: round.id })} variant="secondary">
        {labels.copy}
      </LinkButton>
      {round.state === 'draft' && <DeleteRound round={round} />}
      <Suspense>
        {step === 'open' && <OpeningDialog round={round} onClose={close} />}
        {step && step !== 'open' && <StepDialog step={step} round={round} onClose={close} />}
      </Suspense>
    </>
  );
}

const isRunning = ({ kind, state }: Round): boolean => kind === 'pitch' && state !== 'draft';

const DeskLink = ({ round }: { round: Round }) =>
  isRunning(round) && (
    <LinkButton
      to={paths.runRound({ id: round.id })}
      variant={isEarly(round) ? 'primary' : 'secondary'}
    >
      {labels.desk}
    </LinkButton>
  );

const SheetsLink = ({ round }: { round: Round }) =>
  isRunning(round) && (
    <LinkButton to={paths.roundSheets({ id: round.id })} variant="secondary">
      {labels.sheets}
    </LinkButton>
  );

const LABELS: Readonly<Record<Step, string>> = {
  open: labels.preview,
  close: labels.close,
  reopen: labels.reopen,
  fill: labels.fill,
  seal: labels.seal,
  unseal: labels.unseal,
  release: labels.release,
};

/** Closing it now would leave reviews out. */
const isEarly = ({ state, counts }: Round): boolean =>
  state === 'open' && counts !== undefined && counts.submitted < counts.reviews;

function stepsOf({ state }: Round, tab: Tab): Step[] {
  if (state === 'draft') return ['open'];
  if (state === 'open') return ['close'];
  if (state === 'closed')
    return tab === 'decisions' || tab === 'release'
      ? ['seal', 'fill', 'reopen']
      : ['fill', 'reopen'];
  return state === 'sealed' ? ['release', 'unseal'] : [];
}

const refuse = () => {
  throw new Error(NOT_LOADED);
};

/** In the evening of a pitch round a question is asked only if outcomes would be replaced. */
function useFilling({ id }: Round) {
  const refresh = useRoundsRefresh();
  const navigate = useNavigate();
  const singleFlight = useSingleFlight();
  return (ask: () => void) =>
    singleFlight(async () => {
      try {
        const { fillFromRanking } = await import('./step-dialog.tsx').catch(refuse);
        if (!(await fillFromRanking(id))) return ask();
        await refresh();
        await navigate(paths.round({ id }, { tab: 'decisions' }), { preventScrollReset: true });
        toast.success(labels.filled);
      } catch (error) {
        toast.error((error as Error).message);
      }
      return undefined;
    });
}

function DeleteRound({ round: { id, name } }: { round: Round }) {
  const navigate = useNavigate();
  const { remove } = useRoundChanges();
  return (
    <DeleteButton
      name={name}
      question={roundLabels.deleteQuestion}
      done={roundLabels.deleted}
      variant="secondary"
      remove={() => remove(id)}
      onDeleted={() => void navigate(paths.rounds())}
    />
  );
}
