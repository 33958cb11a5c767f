/** Outcomes of a closed round's entries: from the ranking, or for a reason. */
import { DECIDING, JUDGING_RULES } from '#domain/judging/messages.ts';
import type { DecideInput, Decision, DecisionInput } from '#domain/judging/ranking-schema.ts';
import { decimalsOf } from '#domain/judging/score-rules.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { changeRound, lockRound, requireRound, requireState } from '../rounds/service.ts';
import type { RoundRow } from '../rounds/store.ts';
import { listConflicts } from './conflict-store.ts';
import { writeResults, type EntryRow } from './entry-store.ts';
import { readResults, requireClosed } from './ranking-service.ts';
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

function presentAll(results: Results): Decision[] {
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
    };
  });
}

type DecisionList = { items: Decision[]; version: number };

/** In order of rank. Refuses with 404, and with 409 a round that is not closed. */
export async function listDecisions(context: UserContext, id: string): Promise<DecisionList> {
  const round = await requireRound(context, id);
  requireClosed(round);
  const results = await readResults(context.db.read, round);
  return { items: presentAll(results), version: round.version };
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

async function fromRows(
  context: UserContext,
  tx: Executor,
  { round, results }: { round: RoundRow; results: Results },
  rows: readonly DecisionInput[],
): Promise<Plain[]> {
  const entries = new Map(
    [...results.standings.values()].map(({ entry }) => [entry.proposal_id, entry]),
  );
  const tied = new Set(
    (await listConflicts(tx, [context.actor.id]))
      .filter(({ state }) => state !== 'cleared')
      .map(({ proposal_id }) => proposal_id),
  );
  return rows.map((input, at) => {
    const entry = entries.get(input.proposal_id);
    if (!entry) throw invalid({ [`rows.${at}.proposal_id`]: DECIDING.unknown });
    if (tied.has(input.proposal_id)) throw new Problem('conflict', JUDGING_RULES.ownConflict);
    return merge(round, plain(entry, results), input, at);
  });
}

/**
 * Merges outcomes, all or nothing. Refuses with 404, 409 a round that is not closed or an entry
 * that the admin is tied to, 412, and 422 by field.
 */
export async function decide(
  context: UserContext,
  id: string,
  { rows, from_ranking }: DecideInput,
): Promise<DecisionList> {
  if (!from_ranking && !rows) throw invalid({ rows: DECIDING.nothing });
  await context.db.write(async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'closed');
    const results = await readResults(tx, round);
    const next = from_ranking
      ? fromRanking(round, results)
      : await fromRows(context, tx, { round, results }, rows!);
    await writeResults(tx, next);
    await changeRound(context, tx, round, {});
    await audit(tx, context, 'decision.set', 'round', id, {
      outcomes: next.length,
      selected: next.filter(({ outcome }) => outcome === 'selected').length,
    });
  });
  return listDecisions(context, id);
}
