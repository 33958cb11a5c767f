/**
 * Outcomes of a closed round's entries, and their seal: the hash goes to witnesses before anybody
 * hears of the results.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson } from '#domain/canonical-json.ts';
import { DECIDING, PITCH } from '#domain/judging/messages.ts';
import {
  decision,
  type DecideInput,
  type DecisionInput,
  type sealInput,
  type unsealInput,
} from '#domain/judging/ranking-schema.ts';
import { decimalsOf, hundredthsOf } from '#domain/judging/score-rules.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { WITHDRAWN } from '#domain/proposals/withdrawals.ts';
import { audit } from '../audit.ts';
import { inside, type UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { writeOnce } from '../http/idempotency.ts';
import { shownBy } from '../http/resource.ts';
import { findJudges } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { refuseTied, requireNotWithdrawn } from '../proposals/decisions.ts';
import { findWithdrawn } from '../proposals/review-store.ts';
import {
  changeOnce,
  changeRound,
  lockRound,
  requireClosed,
  requireState,
  requireVisibleRound,
} from '../rounds/service.ts';
import { sha256Of } from '../rounds/setup.ts';
import { listPanel, type RoundRow } from '../rounds/store.ts';
import { recuseTied } from './conflict-service.ts';
import {
  marksOf,
  writeResults,
  type EntryRow,
  type Marks,
  listEntries,
  withdrawErased,
} from './entry-store.ts';
import { sealedMail } from './mails.ts';
import { listUnsettled } from './pitch-sheets.ts';
import { readMarks, readResults, type Results } from './ranking-service.ts';
import { seals, withdrawSeals } from './result-store.ts';
import { listReviews } from './review-store.ts';

/** Entries whose outcome is not that of the first k in order, k being how many are selected. */
function deviationsOf({ ranking, standings }: Results) {
  const inOrder = ranking.order.map((id) => standings.get(id)!.entry);
  const count = inOrder.filter(({ outcome }) => outcome === 'selected').length;
  const odd = inOrder.filter(
    ({ outcome }, index) => outcome !== null && (outcome === 'selected') !== index < count,
  );
  return new Set(odd.map(({ id }) => id));
}

const present = shownBy(decision);

function presentAll(results: Results, marks: Marks) {
  const odd = deviationsOf(results);
  return results.ranking.order.map((id) => {
    const { entry, score } = results.standings.get(id)!;
    return present({
      ...{ ...entry, reason: entry.outcome_reason, is_deviation: odd.has(id) },
      rank: results.ranking.ranks.get(id) ?? null,
      score: score === undefined ? null : score / 100,
      ...marksOf(marks, id),
    });
  });
}

export async function listDecisions(context: UserContext, id: string) {
  const round = await requireVisibleRound(context, id);
  requireClosed(round);
  const results = await readResults(context.db.read, round);
  return { items: presentAll(results, await readMarks(context, id)), version: round.version };
}

const textOf = (hundredths: number | null | undefined): string | null =>
  hundredths === null || hundredths === undefined ? null : decimalsOf(hundredths);

/** What an entry has, and what a seal fixes of it. */
const plain = (entry: EntryRow, { standings, ranking }: Results) => ({
  ...{ id: entry.id, outcome: entry.outcome, outcome_reason: entry.outcome_reason },
  ...{ funding_stage: entry.funding_stage, amount: entry.amount },
  rank: ranking.ranks.get(entry.id) ?? null,
  score: textOf(standings.get(entry.id)?.score),
});
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
) {
  if (!from_ranking && !rows) throw invalid({ rows: DECIDING.nothing });
  return context.db.write(async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'closed');
    const named = rows?.map((one) => one.proposal_id);
    if (!from_ranking) await refuseTied(context, tx, named!);
    const results = await readResults(tx, round);
    const next = from_ranking ? fromRanking(round, results) : fromRows({ round, results }, rows!);
    const changed = next.flatMap((one) => differing(one, results));
    if (from_ranking) await refuseTied(context, tx, changed);
    await requireNotWithdrawn(tx, changed);
    const marks = await readMarks(inside(context, tx), id);
    if (changed.length === 0) return { items: presentAll(results, marks), version: round.version };
    await writeResults(tx, next);
    await changeRound(context, tx, round, {});
    const selected = next.filter(({ outcome }) => outcome === 'selected').length;
    const told = { outcomes: next.length, selected };
    await audit(tx, context, 'decision.set', 'round', id, told);
    return { items: presentAll(await readResults(tx, round), marks), version: round.version + 1 };
  });
}

function requireDecided(round: RoundRow, results: Results, note: string | null) {
  const entries = [...results.standings.values()].map(({ entry }) => entry);
  const refuse = (code: 'outcome_missing' | 'reason_missing', reason: string, rows: EntryRow[]) => {
    const refused = rows.map(({ proposal_id, id, code: entryCode, business_name }) => ({
      ...{ id: proposal_id ?? id, reason, proposal_id },
      name: business_name === null ? entryCode : `${business_name} (${entryCode})`,
    }));
    if (refused.length > 0) throw new Problem(code, reason, { refused });
  };
  const open = entries.filter(({ outcome }) => outcome === null);
  refuse('outcome_missing', DECIDING.outcomeMissing, open);
  const odd = deviationsOf(results);
  const unexplained = entries.filter(({ id, outcome_reason }) => odd.has(id) && !outcome_reason);
  refuse('reason_missing', DECIDING.reasonMissing, unexplained);
  const selected = entries.filter(({ outcome }) => outcome === 'selected').length;
  if (selected !== Math.min(round.places!, entries.length) && note === null)
    throw invalid({ note: DECIDING.noteMissing });
}

const NAMELESS = { business_name: null, region: null };

function toFile(
  round: RoundRow,
  results: Results,
  all: readonly EntryRow[],
  { note, now }: { note: string | null; now: Date },
) {
  const { ranking, standings, sigma } = results;
  const ranked = ranking.order.map((id) => {
    const { entry, totals } = standings.get(id)!;
    const { rank, score, outcome, outcome_reason: reason } = plain(entry, results);
    const { business_name, region } = outcome === 'selected' ? entry : NAMELESS;
    return {
      key: entry.key,
      rank,
      score,
      reviews: totals.length,
      outcome,
      reason,
      business_name,
      region,
    };
  });
  const out = all
    .filter(({ state }) => state !== 'in')
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, state }) => ({
      ...{ key, rank: null, score: null, reviews: 0, outcome: state, reason: null, ...NAMELESS },
    }));
  return canonicalJson({
    ...{ v: 1, program_id: round.program_id, program_title: round.program_title },
    ...{ round_id: round.id, round_name: round.name, position: round.position },
    ...{ places: round.places, near_points: round.near_points, near_ties: round.near_ties },
    criteria: round.criteria.map(({ name, weight }) => ({ name, weight })),
    seed: round.seed,
    nonce: randomBytes(32).toString('hex'),
    sigma: sigma === null ? null : decimalsOf(hundredthsOf(sigma)),
    line: textOf(ranking.line),
    note,
    sealed_at: now.toISOString(),
    entries: [...ranked, ...out],
  });
}

/** A withdrawal that can still be undone has not left the round yet. */
async function requireNonePending(tx: Executor, roundId: string) {
  const there = (await listEntries(tx, roundId)).filter(({ state }) => state !== 'withdrawn');
  const ids = there.flatMap(({ proposal_id }) => proposal_id ?? []);
  const pending = await findWithdrawn(tx, ids);
  const refused = pending.map((id) => ({ id, reason: WITHDRAWN.already }));
  if (refused.length > 0) throw new Problem('withdrawn', WITHDRAWN.pending, { refused });
}

/** Everybody who is or was a judge of the round: they are the witnesses of the time. */
export async function listWitnesses(tx: Executor, { id }: RoundRow) {
  const readers = (await listReviews(tx, id)).map(({ judge_id }) => judge_id);
  return findJudges(tx, [...new Set([...(await listPanel(tx, id)), ...readers])]);
}

/** The results of a round, as a file that is fixed from now on; returns its hash. */
export async function insertSeal(tx: Executor, round_id: string, bytes: string, now: Date) {
  const sha256 = sha256Of(bytes);
  await seals.insert(tx, { id: randomUUID(), round_id, sha256, bytes, sealed_at: now });
  return sha256;
}

async function tellWitnesses(
  { clock }: UserContext,
  tx: Executor,
  round: RoundRow,
  sha256: string,
) {
  const mails = (await listWitnesses(tx, round)).map(({ email, first_name }) => ({
    to: email,
    ...sealedMail(first_name, round, sha256, clock()),
  }));
  await queueMails(tx, mails, clock());
}

/** Fixes the results of a closed round; the hash is public and mailed from now on. */
export async function sealRound(
  context: UserContext,
  id: string,
  { note = null }: z.output<typeof sealInput>,
) {
  const once = { call: 'rounds.seal', content: [id, note] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'closed');
    const refused = await listUnsettled(tx, round);
    if (refused.length > 0) throw new Problem('sheets_differ', PITCH.sheetsDiffer, { refused });
    await requireNonePending(tx, id);
    const results = await readResults(tx, round);
    requireDecided(round, results, note);
    const entries = [...results.standings.values()].map(({ entry }) => entry);
    const selected = entries.filter(({ outcome }) => outcome === 'selected');
    const proposalIds = selected.map(({ proposal_id }) => proposal_id);
    await refuseTied(context, tx, proposalIds);
    const now = context.clock();
    const bytes = toFile(round, results, await listEntries(tx, id), { note, now });
    const sha256 = await insertSeal(tx, id, bytes, now);
    const fixed = entries.map((entry) => plain(entry, results));
    await writeResults(tx, fixed);
    await changeRound(context, tx, round, { state: 'sealed' });
    await audit(tx, context, 'round.seal', 'round', id, { sha256 });
    await tellWitnesses(context, tx, round, sha256);
    return { body: { sha256, sealed_at: now.toISOString() } };
  });
  context.notifyMail();
  return answer;
}

/** The withdrawn seal and the reason stay in the record for ever. */
export const unsealRound = (
  context: UserContext,
  id: string,
  { reason }: z.output<typeof unsealInput>,
) =>
  changeOnce(context, id, { call: 'rounds.unseal', content: [id, reason] }, async (tx, round) => {
    requireState(round, 'sealed');
    await withdrawSeals(tx, id, { withdrawn_at: context.clock(), reason });
    await withdrawErased(tx, id);
    await changeRound(context, tx, round, { state: 'closed', release_at: null });
    await recuseTied(context, tx, id);
    await audit(tx, context, 'round.unseal', 'round', id, { reason });
  });
