/** What an applicant learns of a released round: contract §9.8, "Feedback". */
import type { Result } from '#domain/judging/record-schema.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { Problem } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { findRound, type RoundRow } from '../rounds/store.ts';
import { listEntries, type EntryRow } from './entry-store.ts';
import { hasProposal, isOwner, listJudged, listReleasedRounds } from './record-store.ts';
import { listReviews, type ReviewRow } from './review-store.ts';
import { findSeal } from './seal-store.ts';

/** With fewer selected ones, their average would tell too much of each. */
const FEWEST = 5;

const isCounted = (one: ReviewRow) => one.state === 'submitted' && one.entry_state === 'in';

/** To one decimal; null without any. */
function averageOf(reviews: readonly ReviewRow[], criterionId: string): number | null {
  const scores = reviews.flatMap(({ scores: given }) => given[criterionId] ?? []);
  if (scores.length === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return Math.round(mean * 10 + 1e-9) / 10;
}

type File = { line: string | null; entries: { rank: number | null }[] };

async function present(db: Executor, round: RoundRow, entry: EntryRow): Promise<Result> {
  const seal = (await findSeal(db, round.id))!;
  const file = JSON.parse(seal.bytes) as File;
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
    outcome: entry.outcome!,
    score: entry.score === null ? null : Number(entry.score),
    rank: entry.rank,
    entries: file.entries.filter(({ rank }) => rank !== null).length,
    line: file.line === null ? null : Number(file.line),
    reviews: own.length,
    criteria: round.criteria.map(({ id, name }) => ({
      name,
      mine: averageOf(own, id),
      selected_average: selected.size < FEWEST ? null : averageOf(ofSelected, id),
    })),
    comments: own
      .filter(({ is_hidden, strength, next_step }) => !is_hidden && (strength || next_step))
      .map(({ strength, next_step }) => ({ strength, next_step }))
      .sort((one, other) => (one.strength < other.strength ? -1 : 1)),
    key: entry.key,
    seal_sha256: seal.sha256,
  };
}

async function resultsOf(db: Executor, proposalId: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const { round_id, entry_id } of await listReleasedRounds(db, proposalId)) {
    const round = (await findRound(db, round_id))!;
    const entry = (await listEntries(db, round_id)).find((one) => one.id === entry_id)!;
    results.push(await present(db, round, entry));
  }
  return results;
}

/** The same of all proposals of one person, for what is held about them. */
export async function* listOwnResults(db: Executor, userId: string): AsyncGenerator<object> {
  for (const proposal_id of await listJudged(db, userId))
    for (const result of await resultsOf(db, proposal_id)) yield { proposal_id, ...result };
}

/** In order of the rounds; none before a release. Refuses with 404 what is not theirs. */
export async function listResults({ db, actor }: UserContext, id: string): Promise<Result[]> {
  const { read } = db;
  const isTheirs =
    isId(id) &&
    (actor.role === 'admin' ? await hasProposal(read, id) : await isOwner(read, id, actor.id));
  if (!isTheirs) throw new Problem('not_found', PROPOSAL.notFound);
  return resultsOf(read, id);
}
