/** Outcomes of a closed round's entries: from the ranking, or for a reason. */
import { DECIDING } from '#domain/judging/messages.ts';
import type { DecideInput, Decision, DecisionInput } from '#domain/judging/ranking-schema.ts';
import { decimalsOf } from '#domain/judging/score-rules.ts';
import { invalid } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { refuseTied, requireNotWithdrawn } from '../proposals/decisions.ts';
import { changeRound, lockRound, requireState, requireVisibleRound } from '../rounds/service.ts';
import type { RoundRow } from '../rounds/store.ts';
import { marksOf, writeResults, type EntryRow, type Marks } from './entry-store.ts';
import { readMarks, readResults, requireClosed } from './ranking-service.ts';
import { inside } from './review-service.ts';
import type { Results } from './scores.ts';

/** Entries whose outcome is not that of the first k in order, k being how many are selected. */
export function deviationsOf({ ranking, standings }: Results): Set<string> {
  const inOrder = ranking.order.map((id) => standings.get(id)!.entry);
  const count = inOrder.filter(({ outcome }) => outcome === 'selected').length;
  return new Set(
    inOrder
      .filter(
        ({ outcome }, index) => outcome !== null && (outcome === 'selected') !== index < count,
      )
      .map(({ id }) => id),
  );
}

function presentAll(results: Results, marks: Marks): Decision[] {
  const odd = deviationsOf(results);
  return results.ranking.order.map((id) => {
    const { entry, score } = results.standings.get(id)!;
    return {
      proposal_id: entry.proposal_id,
      code: entry.code,
      business_name: entry.business_name,
      rank: results.ranking.ranks.get(id) ?? null,
      score: score === undefined ? null : score / 100,
      outcome: entry.outcome,
      reason: entry.outcome_reason,
      funding_stage: entry.funding_stage,
      amount: entry.amount,
      is_deviation: odd.has(id),
      ...marksOf(marks, id),
    };
  });
}

type DecisionList = { items: Decision[]; version: number };

export async function listDecisions(context: UserContext, id: string): Promise<DecisionList> {
  const round = await requireVisibleRound(context, id);
  requireClosed(round);
  const results = await readResults(context.db.read, round);
  return { items: presentAll(results, await readMarks(context, id)), version: round.version };
}

const plain = (entry: EntryRow, results: Results) => {
  const score = results.standings.get(entry.id)?.score;
  return {
    id: entry.id,
    outcome: entry.outcome,
    outcome_reason: entry.outcome_reason,
    funding_stage: entry.funding_stage,
    amount: entry.amount,
    rank: results.ranking.ranks.get(entry.id) ?? null,
    score: score === undefined ? null : decimalsOf(score),
  };
};
type Plain = ReturnType<typeof plain>;

/** The first `places` that have a score. */
const fromRanking = (round: RoundRow, results: Results): Plain[] =>
  results.ranking.order.map((id) => {
    const old = plain(results.standings.get(id)!.entry, results);
    const isSelected = old.rank !== null && old.rank <= round.places!;
    return {
      ...old,
      outcome: isSelected ? 'selected' : 'not_selected',
      ...(!isSelected && { funding_stage: null, amount: null }),
      outcome_reason: null,
    };
  });

function merge(round: RoundRow, old: Plain, input: DecisionInput, at: number): Plain {
  const next = {
    ...old,
    ...(input.outcome !== undefined && { outcome: input.outcome }),
    ...(input.reason !== undefined && { outcome_reason: input.reason }),
    ...(input.funding_stage !== undefined && { funding_stage: input.funding_stage }),
    ...(input.amount !== undefined && { amount: input.amount }),
  };
  const isFunded = round.is_final && next.outcome === 'selected';
  if (isFunded) return next;
  if (input.funding_stage) throw invalid({ [`rows.${at}.funding_stage`]: DECIDING.finalOnly });
  if (input.amount) throw invalid({ [`rows.${at}.amount`]: DECIDING.finalOnly });
  return { ...next, funding_stage: null, amount: null };
}

function fromRows(
  { round, results }: { round: RoundRow; results: Results },
  rows: readonly DecisionInput[],
): Plain[] {
  const entries = new Map(
    [...results.standings.values()].map(({ entry }) => [entry.proposal_id, entry]),
  );
  return rows.map((input, at) => {
    const entry = entries.get(input.proposal_id);
    if (!entry) throw invalid({ [`rows.${at}.proposal_id`]: DECIDING.unknown });
    return merge(round, plain(entry, results), input, at);
  });
}

/** The proposal, if its outcome is another one than before. */
function differing(next: Plain, results: Results): (string | null)[] {
  const { entry } = results.standings.get(next.id)!;
  const old = plain(entry, results);
  return JSON.stringify(old) === JSON.stringify({ ...old, ...next }) ? [] : [entry.proposal_id];
}

/** Merges outcomes, all or nothing. */
export async function decide(
  context: UserContext,
  id: string,
  { rows, from_ranking }: DecideInput,
): Promise<DecisionList> {
  if (!from_ranking && !rows) throw invalid({ rows: DECIDING.nothing });
  return context.db.write(async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'closed');
    if (!from_ranking)
      await refuseTied(
        context,
        tx,
        rows!.map((one) => one.proposal_id),
      );
    const results = await readResults(tx, round);
    const next = from_ranking ? fromRanking(round, results) : fromRows({ round, results }, rows!);
    const changed = next.flatMap((one) => differing(one, results));
    if (from_ranking) await refuseTied(context, tx, changed);
    await requireNotWithdrawn(tx, changed);
    const marks = await readMarks(inside(context, tx), id);
    if (changed.length === 0) return { items: presentAll(results, marks), version: round.version };
    await writeResults(tx, next);
    await changeRound(context, tx, round, {});
    await audit(tx, context, 'decision.set', 'round', id, {
      outcomes: next.length,
      selected: next.filter(({ outcome }) => outcome === 'selected').length,
    });
    return { items: presentAll(await readResults(tx, round), marks), version: round.version + 1 };
  });
}
