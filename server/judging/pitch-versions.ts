/** The versions of reviews in a pitch round, and what counts of them: contract §9.9. */
import { randomUUID } from 'node:crypto';
import {
  isScored,
  mergeVersions,
  orderVersions,
  type Merged,
  type Said,
  type Version,
} from '#domain/judging/pitch-rules.ts';
import type { ReviewState, VersionResult } from '#domain/judging/rules.ts';
import { auditAll } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';
import type { NewRow, Row } from '../db/tables.ts';
import type { RoundRow } from '../rounds/store.ts';
import { listUncounted, listVersionsOf, type VersionRow } from './pitch-store.ts';
import { rewriteReviews, type ReviewRow } from './review-store.ts';

const toVersion = (row: VersionRow): Version => ({
  seq: row.seq!,
  time: row.changed_at,
  device: row.device,
  n: row.n,
  said: row.content as Said,
});

/** What the judge said in person, of what counts. */
export const ownOf = (versions: readonly VersionRow[]): VersionRow[] =>
  versions.filter(({ source, is_counted }) => source !== 'sheet' && is_counted === true);

/** What counts of what was typed from paper. */
export const paperOf = (versions: readonly VersionRow[]): VersionRow[] =>
  versions.filter(({ source, is_counted }) => source === 'sheet' && is_counted === true);

export const mergedOf = (round: RoundRow, versions: readonly VersionRow[]): Merged =>
  mergeVersions(
    round,
    ownOf(versions).map(toVersion),
    paperOf(versions).map(({ content }) => content as Said),
  );

/** Whether it says how a pitch was, or that it was not heard. */
const isJudged = (said: Said): boolean => isScored(said) || said.not_heard !== undefined;

/** Of each judge, how many reviews have newest scores that don't count: late, or of who is out. */
export async function countKept(db: Executor, roundId: string) {
  const judged = (await listUncounted(db, roundId)).filter(({ content }) => isJudged(content));
  const kept = new Map<string, number>();
  for (const versions of Map.groupBy(judged, ({ review_id }) => review_id).values()) {
    const newest = orderVersions(versions.map((row) => ({ ...toVersion(row), row }))).at(-1)!;
    const { is_counted, review_state, judge_id } = newest.row;
    if (is_counted && review_state !== 'removed') continue;
    kept.set(judge_id, (kept.get(judge_id) ?? 0) + 1);
  }
  return kept;
}

function stateOf({ state }: Pick<ReviewRow, 'state'>, merged: Merged): ReviewState {
  if (state === 'recused' || state === 'removed') return state;
  if (merged.isNotHeard) return 'abstained';
  if (merged.isWhole) return 'submitted';
  return merged.isStarted ? 'started' : 'assigned';
}

const TEXTS = ['strength', 'next_step', 'note'] as const;
export type Content = Pick<ReviewRow, 'scores' | (typeof TEXTS)[number]>;

export function isSame(old: Content, content: Content): boolean {
  const ids = Object.keys(content.scores);
  return (
    ids.length === Object.keys(old.scores).length &&
    ids.every((id) => old.scores[id] === content.scores[id]) &&
    TEXTS.every((name) => old[name] === content[name])
  );
}

/** What counts of the versions, if it is something else than before. */
function settle(round: RoundRow, { review, versions }: Known, now: Date) {
  const merged = mergedOf(round, versions);
  const state = stateOf(review, merged);
  if (state === review.state && isSame(review, merged)) return undefined;
  return {
    ...{
      scores: merged.scores,
      state,
      strength: merged.strength,
      next_step: merged.next_step,
      note: merged.note,
    },
    ...{ revision: review.revision + 1, changed_at: versions.length > 0 ? now : null },
    ...(state === 'submitted' && { submitted_at: review.submitted_at ?? now }),
    ...(state !== 'abstained' && review.state === 'abstained' && { reason: null }),
  };
}

/** Writes what counts of each, and that it was declared; returns those that were changed. */
async function settleAll(tx: Executor, round: RoundRow, all: Iterable<Known>, now: Date) {
  const settled = [];
  const written = [];
  for (const one of all) {
    const before = one.review;
    const changes = settle(round, one, now);
    one.review = { ...before, ...changes };
    if (changes) settled.push({ before, after: one.review });
    if (changes ?? one.isDeclared) written.push(one.review);
  }
  await rewriteReviews(tx, written);
  return settled;
}

/** Merges again all that counts of these reviews; the round is locked. */
export async function recount(
  tx: Executor,
  round: RoundRow,
  reviews: readonly ReviewRow[],
  now: Date,
) {
  await settleAll(tx, round, (await readKnown(tx, reviews)).values(), now);
}

export type Known = {
  review: ReviewRow;
  versions: VersionRow[];
  /** Just now: it is written with what counts. */
  isDeclared?: boolean;
};

export async function readKnown(tx: Executor, reviews: readonly ReviewRow[]) {
  const ids = reviews.map(({ id }) => id);
  const versions = Map.groupBy(await listVersionsOf(tx, ids), ({ review_id }) => review_id);
  return new Map(
    reviews.map((review): [string, Known] => {
      return [review.id, { review, versions: versions.get(review.id) ?? [] }];
    }),
  );
}

type Received = {
  source: Row<'review_versions'>['source'];
  said: Said;
  /** Also what is kept beside the scores. */
  content?: object;
  changedAt: Date;
  device?: string | undefined;
  n?: number | undefined;
  clientKey?: string | undefined;
  isCounted: boolean;
  /** The judge was taken out: it counts once they are back. */
  isWaiting?: boolean;
  /** Of what comes from the judge: whether it is the newest. */
  result?: VersionResult;
};

/** Adds a version in memory; `store` writes all of them. */
export function add({ review, versions }: Known, received: Received, now: Date): VersionRow {
  const row: VersionRow = {
    ...{ id: randomUUID(), review_id: review.id, at: now, changed_at: received.changedAt },
    ...{ source: received.source, state: review.state },
    content: { ...received.said, ...received.content },
    seq: (versions.at(-1)?.seq ?? 0) + 1,
    device: received.device ?? null,
    n: received.n ?? null,
    client_key: received.clientKey ?? null,
    result: received.result ?? null,
    is_counted: received.isCounted && received.isWaiting !== true,
  };
  versions.push(row);
  if (received.source !== 'sheet')
    row.result = received.isCounted ? resultOf(row, versions) : 'late';
  return row;
}

function resultOf(row: VersionRow, versions: readonly VersionRow[]): VersionResult {
  const own = versions.filter(
    ({ source, is_counted, result }) => source !== 'sheet' && (is_counted || result !== 'late'),
  );
  const newest = orderVersions(own.map(toVersion)).at(-1);
  return newest?.seq === row.seq ? 'saved' : 'older';
}

/** Writes the versions that were added, and what counts now; the round is locked. */
export async function store(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  { known, added }: { known: ReadonlyMap<string, Known>; added: readonly VersionRow[] },
) {
  const touched = new Set(added.map(({ review_id }) => known.get(review_id)!));
  const changed = await settleAll(tx, round, touched, context.clock());
  const rows: NewRow<'review_versions'>[] = added.map((row) => {
    row.state = known.get(row.review_id)!.review.state;
    return { ...row, content: JSON.stringify(row.content) };
  });
  await insertRows(tx, 'review_versions', rows);
  const submitted = changed.filter(({ after }) => after.state === 'submitted');
  const scores = submitted.map(({ after: { id, scores } }) => ({
    ...{ id, changes: { scores: digestOf(JSON.stringify(scores)) } },
  }));
  await auditAll(tx, context, 'review.submit', 'review', scores);
  const abstained = changed
    .filter(({ before, after }) => after.state === 'abstained' && before.state !== after.state)
    .map(({ before, after: { id, state } }) => ({ id, changes: { state: [before.state, state] } }));
  await auditAll(tx, context, 'review.abstain', 'review', abstained);
}
