import { useRef, type KeyboardEvent } from 'react';
import type { RankedEntry } from '#domain/judging/ranking-schema.ts';
import type { Outcome } from '#domain/judging/rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { toast } from '#app/ui/toast.tsx';
import { nameOf } from './ranking-table.tsx';
import { rankingLabels as labels } from './result-labels.ts';

const OUTCOME_KEYS: Readonly<Record<string, Outcome>> = { s: 'selected', x: 'not_selected' };

/** j and k move between rows, s and x set the outcome of the focused one, r reads its reviews. */
export function useRankingKeys(
  round: Versioned<Round>,
  rows: readonly RankedEntry[],
  onRead: (entry: RankedEntry) => void,
) {
  const ref = useRef<HTMLDivElement>(null);
  const refresh = useRoundsRefresh();
  const singleFlight = useSingleFlight();

  const decide = (entry: RankedEntry, outcome: Outcome) =>
    singleFlight(async () => {
      try {
        const row = { proposal_id: entry.proposal_id!, outcome };
        await resultCalls.decide(round.id, { rows: [row] }, round.etag);
        await refresh();
        toast.success(labels.set(nameOf(entry), labels.outcomes[outcome]));
      } catch (error) {
        toast.error((error as Error).message);
      }
    });

  const press = (key: string, place: number, buttons: readonly HTMLElement[]): boolean => {
    const entry = rows[place];
    const outcome = OUTCOME_KEYS[key];
    if (key === 'j' || key === 'k') buttons[place + (key === 'j' ? 1 : -1)]?.focus();
    else if (key === 'r' && entry) onRead(entry);
    else if (outcome && entry?.proposal_id && round.state === 'closed') void decide(entry, outcome);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...ref.current!.querySelectorAll<HTMLElement>('[data-row]')];
    const row = (event.target as HTMLElement).closest('tr');
    const place = buttons.findIndex((button) => row?.contains(button));
    if (press(event.key, place, buttons)) event.preventDefault();
  };
  return { ref, onKeyDown };
}
