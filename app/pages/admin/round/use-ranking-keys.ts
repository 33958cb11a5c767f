import { useLayoutEffect, useRef } from 'react';
import type { RankedEntry } from '#domain/judging/ranking-schema.ts';
import type { Outcome } from '#domain/judging/rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { toast } from '#app/ui/toast.tsx';
import { useScreenKeys } from '#app/ui/use-screen-keys.ts';
import { nameOf } from './ranking-table.tsx';
import { rankingLabels as labels } from './result-labels.ts';

const buttonsOfRows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')];
const placeOfFocus = (): number => {
  const row = document.activeElement?.closest('tr');
  return buttonsOfRows().findIndex((button) => row?.contains(button));
};

/** j and k move between rows, s and x set the outcome of the focused one, r reads its reviews. */
export function useRankingKeys(
  round: Versioned<Round>,
  rows: readonly RankedEntry[],
  onRead: ((entry: RankedEntry) => void) | undefined,
): void {
  const decide = useDeciding(round);
  const ofFocused = (act: (entry: RankedEntry) => void) => () => {
    const entry = rows[placeOfFocus()];
    if (entry) act(entry);
  };
  useScreenKeys({
    j: () => step(1),
    k: () => step(-1),
    ...(onRead && { r: ofFocused(onRead) }),
    ...(round.state === 'closed' && {
      s: ofFocused((entry) => decide(entry, 'selected')),
      x: ofFocused((entry) => decide(entry, 'not_selected')),
    }),
  });
}

/** One outcome after the other, each based on the version that the one before has led to. */
function useDeciding(round: Versioned<Round>) {
  const refresh = useRoundsRefresh();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const etag = useRef(round.etag);
  useLayoutEffect(() => void (etag.current = round.etag), [round.etag]);
  const send = async (entry: RankedEntry, outcome: Outcome) => {
    try {
      const row = { proposal_id: entry.proposal_id!, outcome };
      const answer = await resultCalls.decide(round.id, { rows: [row] }, etag.current);
      etag.current = answer.etag;
      await refresh();
      toast.success(labels.set(nameOf(entry), labels.outcomes[outcome]));
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (entry: RankedEntry, outcome: Outcome): void => {
    if (entry.proposal_id) queue.current = queue.current.then(() => send(entry, outcome));
  };
}

/** The first row, if none has the focus. */
function step(by: 1 | -1): void {
  const buttons = buttonsOfRows();
  const place = placeOfFocus();
  buttons[place < 0 ? 0 : Math.min(Math.max(place + by, 0), buttons.length - 1)]?.focus();
}
