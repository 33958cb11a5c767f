/** What an applicant learns of a released round: contract §9.8, "Feedback". */
import { PITCH } from '#domain/judging/messages.ts';
import type { Result } from '#domain/judging/record-schema.ts';
import { formatMoment } from '#domain/dates.ts';
import { explainOutcomes, type SealedResults } from '#domain/judging/score-rules.ts';
import { fillPlaceholders } from '#domain/mails/placeholder-rules.ts';
import { formatStage, type FundingStage } from '#domain/proposals/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { SCREENS } from '#domain/screens.ts';
import { Problem } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { findRound, type RoundRow } from '../rounds/store.ts';
import { listEntries, type EntryRow } from './entry-store.ts';
import {
  findNamed,
  hasProposal,
  isReached,
  listJudged,
  listReleasedRounds,
} from './record-store.ts';
import { listReviews, type ReviewRow } from './review-store.ts';
import { findSeal } from './seal-store.ts';

/** With fewer selected ones, their average would tell too much of each. */
const FEWEST = 5;

export const isCounted = (one: ReviewRow) => one.state === 'submitted' && one.entry_state === 'in';

/** To one decimal; null without any. */
function averageOf(reviews: readonly ReviewRow[], criterionId: string): number | null {
  const scores = reviews.flatMap(({ scores: given }) => given[criterionId] ?? []);
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return Math.round(mean * 10 + 1e-9) / 10;
}

/** What judges wrote for the applicant, in an order that says nothing of them. */
export const commentsOf = (counted: readonly ReviewRow[]) =>
  counted
    .filter(({ is_hidden, strength, next_step }) => !is_hidden && (strength || next_step))
    .map(({ strength, next_step }) => ({ strength, next_step }))
    .sort((one, other) => (one.strength < other.strength ? -1 : 1));

type Named = { first_name: string; business_name: string; receipt_number?: string | null };

export function fillResultText(
  text: string,
  round: RoundRow,
  { first_name, business_name, receipt_number }: Named,
  given: { stage: string | null; amount: string | null; deadline: Date; link: string },
): string {
  const values = {
    ...{ first_name, business_name, receipt_number: receipt_number ?? '' },
    ...{ program: round.program_title, deadline: formatMoment(given.deadline) },
    ...{ link: given.link, stage: given.stage ?? '', amount: given.amount ?? '' },
  };
  return fillPlaceholders(text, values);
}

/** "GHS 50,000" */
export const amountOf = (amount: number | null): string | null =>
  amount === null ? null : `GHS ${amount.toLocaleString('en-GB')}`;
export const stageOf = (stage: FundingStage | null): string | null => stage && formatStage(stage);

async function present(
  { db, publicUrl }: Reading,
  round: RoundRow,
  entry: EntryRow,
): Promise<Result> {
  const seal = (await findSeal(db, round.id))!;
  const file = JSON.parse(seal.bytes) as SealedResults;
  const { ranked, lowest, entries } = explainOutcomes(file);
  const why = entries.get(entry.key);
  const isSelected = entry.state === 'in' && entry.outcome === 'selected';
  const owner =
    round.selected_text && isSelected ? await findNamed(db, entry.proposal_id!) : undefined;
  const counted = (await listReviews(db, round.id)).filter(isCounted);
  const own = counted.filter(({ entry_id }) => entry_id === entry.id);
  const selected = new Set(
    (await listEntries(db, round.id))
      .filter(({ state, outcome }) => state === 'in' && outcome === 'selected')
      .map(({ id }) => id),
  );
  const ofSelected = counted.filter(({ entry_id }) => selected.has(entry_id));
  return {
    round_id: round.id,
    round_name: round.name,
    released_at: round.released_at!.toISOString(),
    outcome: outcomeOf(entry),
    reason: why?.reason ?? absenceOf(entry),
    by_lot: why?.byLot ?? false,
    selected_text:
      owner === undefined
        ? null
        : fillResultText(round.selected_text!, round, owner, {
            stage: stageOf(entry.funding_stage),
            amount: amountOf(entry.amount),
            deadline: owner.deadline_date,
            link: publicUrl + SCREENS.ownProposal({ id: entry.proposal_id! }),
          }),
    funding_stage: entry.funding_stage,
    amount: entry.amount,
    ...scoreOf(entry),
    entries: ranked,
    line: file.line === null ? null : Number(file.line),
    lowest_selected: lowest === null ? null : Number(lowest),
    reviews: own.length,
    criteria: round.criteria.map(({ id, name }) => ({
      name,
      mine: averageOf(own, id),
      selected_average: selected.size < FEWEST ? null : averageOf(ofSelected, id),
    })),
    comments: commentsOf(own),
    key: entry.key,
    seal_sha256: seal.sha256,
  };
}

const outcomeOf = ({ state, outcome }: EntryRow) => (state === 'absent' ? state : outcome!);
const absenceOf = ({ state }: EntryRow) => (state === 'absent' ? PITCH.absent : null);
const scoreOf = ({ state, score, rank }: EntryRow) =>
  state === 'absent'
    ? { score: null, rank: null }
    : { score: score === null ? null : Number(score), rank };

type Reading = { db: Executor; publicUrl: string };

async function resultsOf(reading: Reading, proposalId: string): Promise<Result[]> {
  const { db } = reading;
  const results: Result[] = [];
  for (const { round_id, entry_id } of await listReleasedRounds(db, proposalId)) {
    const round = (await findRound(db, round_id))!;
    const entry = (await listEntries(db, round_id)).find((one) => one.id === entry_id)!;
    results.push(await present(reading, round, entry));
  }
  return results;
}

/** The same of all proposals of one person, for what is held about them. */
export async function* listOwnResults(
  db: Executor,
  userId: string,
  publicUrl = '',
): AsyncGenerator<object> {
  for (const proposal_id of await listJudged(db, userId))
    for (const result of await resultsOf({ db, publicUrl }, proposal_id))
      yield { proposal_id, ...result };
}

/** In order of the rounds; none before a release. */
export async function listResults(
  { db, actor, publicUrl }: UserContext,
  id: string,
): Promise<Result[]> {
  const { read } = db;
  const isTheirs =
    isId(id) &&
    (actor.role === 'admin' ? await hasProposal(read, id) : await isReached(read, id, actor.id));
  if (!isTheirs) throw new Problem('not_found', PROPOSAL.notFound);
  return resultsOf({ db: read, publicUrl }, id);
}
