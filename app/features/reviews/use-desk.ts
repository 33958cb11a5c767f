import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { SECOND_MS } from '#domain/constants.ts';
import { decisionOf, reviewAfter, type Review } from '#domain/proposals/decision-rules.ts';
import { formatStage } from '#domain/proposals/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal, ReviewProposalInput } from '#domain/proposals/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useOptimisticLock } from '#app/editing/use-optimistic-lock.ts';
import { roomLabels } from './labels.ts';
import { proposalKey } from './use-room-proposal.ts';

export type DeskInput = Partial<ReviewProposalInput>;
type OwnChanges = {
  proposal: Versioned<Proposal>;
  input: DeskInput;
  onSaved?: (() => void) | undefined;
  /** Revokes what was saved here last, and nothing that somebody else has saved since. */
  isUndo?: boolean;
};
export type Undo = {
  id: string;
  business: string;
  sentence: string;
  /** The change that revokes it. */
  back: DeskInput;
  mine: OwnChanges;
  startedAt: number;
  /**
   * When the applicant hears of it, in milliseconds; undefined until it is saved, and where it
   * waits for an announcement.
   */
  endsAt: number | undefined;
};
/** Fields whose choices are a list that others change. */
const CHOSEN = [
  ['assigned_to', queryKeys.users],
  ['labels', queryKeys.labels],
] as const;

type DeskProblem = { id: string; business: string; message: string };

/**
 * Shows every change at once and sends them one after the other; a refused change is reverted on
 * the screen, with its reason. Belongs to the room, not to one proposal: after moving on, the
 * reviewer still sees the result of the last decision and can revoke it.
 */
export function useDesk(current: Versioned<Proposal> | undefined) {
  const cache = useQueryClient();
  const [undo, setUndo] = useState<Undo | null>(null);
  const [problem, setProblem] = useState<DeskProblem | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef<OwnChanges[]>([]);
  /** By proposal: the version that the last change made here has led to. */
  const ownVersions = useRef(new Map<string, string | null>());

  /** An answer still on its way is older than what is shown, and so would be its version. */
  const show = (id: string, saved: Versioned<Proposal>) => {
    void cache.cancelQueries({ queryKey: proposalKey(id) });
    cache.setQueryData(
      proposalKey(id),
      waiting.current
        .filter(({ proposal }) => proposal.id === id)
        .reduce((shown, { input }) => withReview(shown, input), saved),
    );
  };
  const send = async (mine: OwnChanges) => {
    const { id } = mine.proposal;
    const known = cache.getQueryData<Versioned<Proposal>>(proposalKey(id)) ?? mine.proposal;
    const etag = (mine.isUndo && ownVersions.current.get(id)) || known.etag;
    const saved = await api
      .reviewProposal(id, mine.input, { etag, fallback: PROPOSAL.updateFailed })
      .finally(() => (waiting.current = waiting.current.filter((other) => other !== mine)));
    ownVersions.current.set(id, saved.etag);
    show(id, saved);
    settleUndo(mine, saved);
    mine.onSaved?.();
    return saved;
  };
  const lock = useOptimisticLock<Proposal, OwnChanges, Versioned<Proposal>>({
    current: current!,
    save: (mine) => send(mine),
    fetchFresh: async (_basis, { proposal: { id } }) => {
      const fresh = await api.getAnyProposal(id);
      show(id, fresh);
      return fresh;
    },
  });

  /**
   * Counted from before it was sent: nobody hears of it earlier. What is announced with all others
   * can be undone until then.
   */
  const settleUndo = (mine: OwnChanges, { undo_seconds: seconds = 0, ...saved }: Proposal) =>
    setUndo((shown) => {
      if (shown?.mine !== mine) return shown;
      if (seconds > 0) return { ...shown, endsAt: shown.startedAt + seconds * SECOND_MS };
      return saved.is_announced === false ? { ...shown, endsAt: undefined } : null;
    });
  const refuse = ({ id, business_name }: Proposal, message: string) => {
    setUndo(null);
    setProblem({ id, business: business_name, message });
  };
  const enqueue = (mine: OwnChanges, work: () => Promise<unknown>) => {
    waiting.current = [...waiting.current, mine];
    const { proposal } = mine;
    show(proposal.id, proposal);
    queue.current = queue.current.then(work).then(
      () =>
        cache.invalidateQueries({
          predicate: ({ queryKey: [noun, part] }) =>
            (noun === queryKeys.proposals && part !== 'any') ||
            (noun === queryKeys.reviews && part === 'history'),
        }),
      (error: unknown) => {
        const known = cache.getQueryData<Versioned<Proposal>>(proposalKey(proposal.id));
        show(proposal.id, { ...proposal, etag: known?.etag ?? proposal.etag });
        refuse(proposal, sentenceOf(error));
        // What was chosen may be gone.
        for (const [field, noun] of CHOSEN)
          if (error instanceof ApiError && error.fields[field])
            void cache.invalidateQueries({ queryKey: [noun] });
      },
    );
  };

  const change = (input: DeskInput, onSaved?: () => void) => {
    if (!current) return;
    setProblem(null);
    const mine = { proposal: current, input, onSaved };
    const sentence = describe(current, mine.input);
    // Flagging or assigning takes nobody's undo of a decision away.
    if (sentence) setUndo(undoOf(mine, sentence));
    enqueue(mine, async () => {
      if (!(await lock.attempt(mine)) && sentence) setUndo(null);
    });
  };
  const takeBack = () => {
    if (!undo) return;
    const { id, back } = undo;
    const proposal = cache.getQueryData<Versioned<Proposal>>(proposalKey(id));
    setUndo(null);
    if (!proposal || isOver(undo)) return;
    const mine = { proposal, input: back, isUndo: true };
    enqueue(mine, () =>
      lock.attempt(mine, () => refuse(proposal, roomLabels.undoRefused(proposal.business_name))),
    );
  };
  const keepMine = () => {
    const { conflict } = lock;
    if (!conflict) return;
    const { fresh, mine } = conflict;
    const again = { ...mine, proposal: fresh };
    lock.dropConflict();
    enqueue(again, () => send(again));
  };
  return {
    change,
    undo,
    takeBack,
    dismissUndo: () => setUndo(null),
    problem,
    dismissProblem: () => setProblem(null),
    conflict: lock.conflict,
    keepMine,
    takeTheirs: lock.dropConflict,
  };
}

export type Desk = ReturnType<typeof useDesk>;

/** The server's message for the field, else for the call. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return PROPOSAL.updateFailed;
  return Object.values(error.fields)[0] ?? error.message;
}

const isOver = ({ endsAt }: Undo): boolean => endsAt !== undefined && Date.now() >= endsAt;

const reviewOf = (proposal: Proposal): Review => ({
  decision: proposal.decision,
  decline_reason: proposal.decline_reason,
  is_approved: proposal.is_approved,
  funding_stage: proposal.funding_stage,
  assigned_to: proposal.assigned_to ?? null,
  flagged: proposal.flagged ?? false,
});

function withReview(proposal: Versioned<Proposal>, input: DeskInput): Versioned<Proposal> {
  const after = reviewAfter(reviewOf(proposal), input);
  return {
    ...proposal,
    ...after,
    decision: decisionOf(after.decision),
    ...(input.decision !== undefined && { is_announced: false }),
  };
}

/** What the applicant will be told; undefined if nothing. */
function describe(old: Proposal, input: DeskInput): string | undefined {
  if (input.funding_stage !== undefined && input.funding_stage !== old.funding_stage)
    return `${roomLabels.stage}: ${formatStage(input.funding_stage)}`;
  return input.decision === undefined ? undefined : roomLabels[input.decision];
}

function undoOf(mine: OwnChanges, sentence: string): Undo {
  const { proposal, input } = mine;
  const { id, business_name, decision, decline_reason, funding_stage } = proposal;
  return {
    id,
    business: business_name,
    sentence,
    back: {
      decision,
      ...(decline_reason !== null && { decline_reason }),
      ...(input.funding_stage !== undefined && { funding_stage }),
    },
    mine,
    startedAt: Date.now(),
    endsAt: undefined,
  };
}
