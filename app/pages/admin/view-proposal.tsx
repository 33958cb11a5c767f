import {
  lazy,
  Suspense,
  useCallback,
  type ComponentProps,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#app/paths.ts';
import { readList, type ListAddress, type Steps } from '#app/features/reviews/read-list.ts';
import { roomLabels } from '#app/features/reviews/labels.ts';
import { FactsView } from '#app/features/reviews/facts-view.tsx';
import { RoomView } from '#app/features/reviews/room-view.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { KeyCap } from '#app/ui/key-cap.tsx';
import css from '#app/features/reviews/room-view.module.css';
import { useDesk, type Desk } from '#app/features/reviews/use-desk.ts';
import { useRoomList } from '#app/features/reviews/use-room-list.ts';
import { useAhead, useClosingPdfs, useReady } from '#app/features/reviews/use-room-proposal.ts';
import { describePlace, reviewLabels } from '#app/features/submissions/review-labels.ts';
import { useSubmission } from '#app/features/submissions/use-submission.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { useScreenKeys } from '#app/ui/use-screen-keys.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import type { Route } from './+types/view-proposal';

/** Loaded on demand. */
const ConflictDialog = lazy(() => import('#app/features/reviews/conflict-dialog.tsx'));
const ViewerRoom = lazy(() => import('#app/features/reviews/viewer-view.tsx'));
const KeysDialog = lazy(() => import('#app/features/reviews/keys-dialog.tsx'));

export const meta = () => [{ title: reviewLabels.title }];

/**
 * /dashboard/admin/view-proposal/{id}: the reading room. `?list=` is the query of the list that it
 * was opened from, `?at=` the position in it.
 */
export default function ViewProposal({ params: { id } }: Route.ComponentProps) {
  const query = useSubmission(id);
  const { data: proposal, error } = query;
  const [search] = useSearchParams();
  const list = useMemo(() => readList(search), [search]);
  const steps = useRoomList(id, list);
  const step = useStep(list, steps);
  const desk = useDesk(proposal);
  const isAdmin = useProfile().role === 'admin';
  const [isShowingKeys, setShowingKeys] = useState(false);
  const showKeys = () => setShowingKeys(true);
  // Also while a proposal is loading.
  useScreenKeys({ j: () => step('next'), k: () => step('previous'), '?': showKeys });
  const { isReady, setReady } = useReady(id);
  useAhead(steps?.next?.id, isReady, isAdmin);
  useClosingPdfs();
  if (isMissing(error))
    return (
      <NotFoundState title={error.message} to={paths.submissions()} label={reviewLabels.back} />
    );
  return (
    <>
      <div className={`${css.strip} row`} data-desk="">
        <div className={css.name}>
          <Link to={toList(list)} className={css.back}>
            {reviewLabels.back}
          </Link>
          <h1 tabIndex={-1}>{proposal?.business_name ?? reviewLabels.title}</h1>
        </div>
        <StepLinks list={list} steps={steps} onKeys={showKeys} />
        {proposal ? <FactsView proposal={proposal} /> : <div className={`${css.facts} note`} />}
      </div>
      <Waiting query={query} label={roomLabels.loading} rows={12} isDesk />
      {proposal && (
        <Room
          key={proposal.id}
          {...{ proposal, desk, steps, isAdmin }}
          onStep={step}
          onReady={setReady}
        />
      )}
      <Conflict desk={desk} />
      {isShowingKeys && (
        <Suspense>
          <KeysDialog isAdmin={isAdmin} onClose={() => setShowingKeys(false)} />
        </Suspense>
      )}
    </>
  );
}

type RoomProps = ComponentProps<typeof RoomView> & { isAdmin: boolean };

const Room = ({ isAdmin, ...room }: RoomProps) =>
  isAdmin ? (
    <RoomView {...room} />
  ) : (
    <Suspense>
      <ViewerRoom proposal={room.proposal} onReady={room.onReady} />
    </Suspense>
  );

const Conflict = ({ desk }: { desk: Desk }) =>
  desk.conflict && (
    <Suspense>
      <ConflictDialog desk={desk} />
    </Suspense>
  );

const pathOf = (list: ListAddress, { id, place }: { id: string; place: number }): string =>
  paths.submission({ id }, { list: list.text, at: String(place) });

function useStep(list: ListAddress | null, steps: Steps | undefined) {
  const navigate = useNavigate();
  const wanted = useRef<'next' | 'previous' | null>(null);
  const step = useCallback(
    (to: 'next' | 'previous') => {
      const target = steps?.[to];
      // A click before the list has loaded takes effect afterwards.
      wanted.current = steps ? null : to;
      if (list && target) void navigate(pathOf(list, target));
    },
    [navigate, list, steps],
  );
  useEffect(() => {
    if (steps && wanted.current) step(wanted.current);
  }, [steps, step]);
  return step;
}

type LinksProps = { list: ListAddress | null; steps: Steps | undefined; onKeys: () => void };

const toList = (list: ListAddress | null): string =>
  paths.submissions(Object.fromEntries(new URLSearchParams(list?.text ?? '')));

/** Links to the previous and next proposal in the list. */
function StepLinks({ list, steps, onKeys }: LinksProps) {
  const link = (to: 'previous' | 'next', key: string) =>
    list &&
    steps?.[to] && (
      <LinkButton to={pathOf(list, steps[to])} variant="secondary" isSmall aria-keyshortcuts={key}>
        <span>{reviewLabels[to]}</span>
        <KeyCap isHint>{key}</KeyCap>
      </LinkButton>
    );
  return (
    <nav
      className={classNames(css.steps, !list && css.alone, 'note')}
      aria-label={reviewLabels.neighbours}
    >
      {link('previous', 'k')}
      {steps?.isListed && <span>{describePlace(steps.place, steps.total)}</span>}
      {link('next', 'j')}
      <Button variant="quiet" isSmall className={css.toKeys} aria-keyshortcuts="?" onClick={onKeys}>
        {roomLabels.keys}
        <KeyCap isHint>?</KeyCap>
      </Button>
    </nav>
  );
}
