/** Sealing: results are fixed, and their hash goes to witnesses before anybody hears of them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { canonicalJson } from '#domain/canonical-json.ts';
import { DECIDING, PITCH } from '#domain/judging/messages.ts';
import { decimalsOf, hundredthsOf } from '#domain/judging/score-rules.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { WITHDRAWN } from '#domain/proposals/withdrawals.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { findJudges, type JudgeRow } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { refuseTied } from '../proposals/decisions.ts';
import { findWithdrawn } from '../proposals/review-store.ts';
import { sha256Of } from '../rounds/presentation.ts';
import { changeRound, lockRound, present, requireRound, requireState } from '../rounds/service.ts';
import { listRoundJudges, type RoundRow } from '../rounds/store.ts';
import { recuseTied } from './conflict-service.ts';
import { deviationsOf } from './decision-service.ts';
import { listEntries, withdrawErased, writeResults, type EntryRow } from './entry-store.ts';
import { sealedMail } from './mails.ts';
import { readResults } from './ranking-service.ts';
import { listUnsettled } from './pitch-sheets.ts';
import { listReviews } from './review-store.ts';
import type { Results } from './scores.ts';
import { insertSeal, withdrawSeals } from './seal-store.ts';

function requireDecided(round: RoundRow, results: Results, note: string | null): void {
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

const textOf = (hundredths: number | null | undefined): string | null =>
  hundredths === null || hundredths === undefined ? null : decimalsOf(hundredths);

function toFile(
  round: RoundRow,
  results: Results,
  all: readonly EntryRow[],
  { note, now }: { note: string | null; now: Date },
): string {
  const { ranking, standings, sigma } = results;
  const ranked = ranking.order.map((id) => {
    const { entry, score, totals } = standings.get(id)!;
    const isSelected = entry.outcome === 'selected';
    return {
      key: entry.key,
      rank: ranking.ranks.get(id) ?? null,
      score: textOf(score),
      reviews: totals.length,
      outcome: entry.outcome,
      reason: entry.outcome_reason,
      business_name: isSelected ? entry.business_name : null,
      region: isSelected ? entry.region : null,
    };
  });
  const out = all
    .filter(({ state }) => state !== 'in')
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, state }) => ({
      ...{ key, rank: null, score: null, reviews: 0, outcome: state, reason: null },
      ...{ business_name: null, region: null },
    }));
  return canonicalJson({
    v: 1,
    program_id: round.program_id,
    program_title: round.program_title,
    round_id: round.id,
    round_name: round.name,
    position: round.position,
    criteria: round.criteria.map(({ name, weight }) => ({ name, weight })),
    places: round.places,
    near_points: round.near_points,
    near_ties: round.near_ties,
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
async function requireNonePending(tx: Executor, roundId: string): Promise<void> {
  const there = (await listEntries(tx, roundId)).filter(({ state }) => state !== 'withdrawn');
  const ids = there.flatMap(({ proposal_id }) => proposal_id ?? []);
  const pending = await findWithdrawn(tx, ids);
  const refused = pending.map((id) => ({ id, reason: WITHDRAWN.already }));
  if (refused.length > 0) throw new Problem('withdrawn', WITHDRAWN.pending, { refused });
}

/** Everybody who is or was a judge of the round: they are the witnesses of the time. */
export async function listWitnesses(tx: Executor, round: RoundRow): Promise<JudgeRow[]> {
  const members = (await listRoundJudges(tx, [round.id])).map(({ judge_id }) => judge_id);
  const readers = (await listReviews(tx, round.id)).map(({ judge_id }) => judge_id);
  return findJudges(tx, [...new Set([...members, ...readers])]);
}

async function tellWitnesses(
  { clock }: UserContext,
  tx: Executor,
  round: RoundRow,
  sha256: string,
): Promise<void> {
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
  note: string | null,
): Promise<ApiResponse> {
  const once = { call: 'rounds.seal', content: [id, note] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'closed');
    const refused = await listUnsettled(tx, round);
    if (refused.length > 0) throw new Problem('sheets_differ', PITCH.sheetsDiffer, { refused });
    await requireNonePending(tx, id);
    const results = await readResults(tx, round);
    requireDecided(round, results, note);
    await refuseTied(
      context,
      tx,
      [...results.standings.values()]
        .filter(({ entry }) => entry.outcome === 'selected')
        .map(({ entry }) => entry.proposal_id),
    );
    const now = context.clock();
    const bytes = toFile(round, results, await listEntries(tx, id), { note, now });
    const sha256 = sha256Of(bytes);
    await insertSeal(tx, {
      ...{ id: randomUUID(), round_id: id, sha256, bytes, sealed_at: now },
      ...{ withdrawn_at: null, reason: null },
    });
    await writeResults(
      tx,
      [...results.standings.values()].map(({ entry, score }) => ({
        ...{ id: entry.id, outcome: entry.outcome, outcome_reason: entry.outcome_reason },
        ...{ funding_stage: entry.funding_stage, amount: entry.amount },
        rank: results.ranking.ranks.get(entry.id) ?? null,
        score: textOf(score),
      })),
    );
    await changeRound(context, tx, round, { state: 'sealed' });
    await audit(tx, context, 'round.seal', 'round', id, { sha256 });
    await tellWitnesses(context, tx, round, sha256);
    return { body: { sha256, sealed_at: now.toISOString() } };
  });
  context.notifyMail();
  return answer;
}

/** The withdrawn seal and the reason stay in the record for ever. */
export async function unsealRound(
  context: UserContext,
  id: string,
  reason: string,
): Promise<ApiResponse> {
  const once = { call: 'rounds.unseal', content: [id, reason] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'sealed');
    await withdrawSeals(tx, id, { withdrawn_at: context.clock(), reason });
    await withdrawErased(tx, id);
    await changeRound(context, tx, round, { state: 'closed', release_at: null });
    await recuseTied(context, tx, id);
    await audit(tx, context, 'round.unseal', 'round', id, { reason });
    const closed = await present(context, await requireRound(context, id, tx), tx);
    return { body: closed.round };
  });
  return answer;
}
