/**
 * The announcement: decisions, mails and the public record, all in one transaction; and what an
 * applicant learns of it from then on: contract §9.8, "Feedback".
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { DAY_MS } from '#domain/constants.ts';
import { formatMoment, formatDateTime } from '#domain/dates.ts';
import { PITCH, DECIDING } from '#domain/judging/messages.ts';
import type { releaseInput, ReleasePreview } from '#domain/judging/ranking-schema.ts';
import type { Result } from '#domain/judging/record-schema.ts';
import { JUDGING, OUTCOMES } from '#domain/judging/rules.ts';
import { explainOutcomes, type SealedResults } from '#domain/judging/score-rules.ts';
import { fillPlaceholders } from '#domain/mails/placeholder-rules.ts';
import { Problem, invalid, requireAhead } from '#domain/problem.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { formatStage, type FundingStage } from '#domain/proposals/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import { actingForPlanner, audit, auditAll } from '../audit.ts';
import type { UserContext, Services, Visitor } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isId, table, batchesOf } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { findJudges, mailAdmins } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { withMembers } from '../members/store.ts';
import { announceRest } from '../programs/announcing.ts';
import { refuseTied } from '../proposals/decisions.ts';
import { insertAnnouncements, markAnnounced, touchEntered } from '../proposals/review-store.ts';
import { changeProposals } from '../reviews/store.ts';
import {
  changeOnce,
  changeRound,
  lockRound,
  present,
  requireRound,
  requireState,
} from '../rounds/service.ts';
import { findRound, type RoundRow, listDue, lockRound as lockRow } from '../rounds/store.ts';
import { listEntries, type EntryRow } from './entry-store.ts';
import { absentMail, releasedMail, resultMail, resultsOutMail } from './mails.ts';
import * as store from './result-store.ts';
import { listReviews, type ReviewRow } from './review-store.ts';

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

/** What judges wrote for the applicant, in an order that says nothing of them. */
const commentsOf = (counted: readonly ReviewRow[]) =>
  counted
    .filter(({ is_hidden, strength, next_step }) => !is_hidden && (strength || next_step))
    .map(({ strength, next_step }) => ({ strength, next_step }))
    .sort((one, other) => (one.strength < other.strength ? -1 : 1));

type Named = { first_name: string; business_name: string; receipt_number?: string | null };
type Given = { id: string; given_stage: FundingStage | null; amount: number | null };

/** The firm's words to an applicant, with what was given to them. */
function fillResultText(
  text: string,
  { program_title: program, deadline_date }: RoundRow,
  { first_name, business_name, receipt_number }: Named,
  { id, given_stage, amount, publicUrl }: Given & { publicUrl: string },
): string {
  return fillPlaceholders(text, {
    ...{ first_name, business_name, receipt_number: receipt_number ?? '', program },
    ...{ deadline: formatMoment(deadline_date), link: publicUrl + SCREENS.ownProposal({ id }) },
    ...{ stage: stageOf(given_stage) ?? '', amount: amountOf(amount) ?? '' },
  });
}

/** "GHS 50,000" */
const amountOf = (amount: number | null): string | null =>
  amount === null ? null : `GHS ${amount.toLocaleString('en-GB')}`;
const stageOf = (stage: FundingStage | null): string | null => stage && formatStage(stage);

const numberOf = (text: string | null) => (text === null ? null : Number(text));
const isSelected = ({ state, outcome }: EntryRow) => state === 'in' && outcome === 'selected';
const ABSENT = { outcome: 'absent', reason: PITCH.absent, score: null, rank: null } as const;

type Reading = Pick<UserContext, 'publicUrl'> & { db: Executor };

async function presentResult(
  { db, publicUrl }: Reading,
  round: RoundRow,
  { all, entry }: { all: EntryRow[]; entry: EntryRow },
): Promise<Result> {
  const { id: entryId, key, proposal_id, funding_stage, amount, outcome, score, rank } = entry;
  const seal = (await store.findSeal(db, round.id))!;
  const file = JSON.parse(seal.bytes) as SealedResults;
  const { ranked, lowest, entries } = explainOutcomes(file);
  const why = entries.get(key);
  const words = isSelected(entry) ? round.selected_text : null;
  const owner = words && (await store.findNamed(db, proposal_id!));
  const given = { id: proposal_id!, given_stage: funding_stage, amount, publicUrl };
  const counted = (await listReviews(db, round.id)).filter(isCounted);
  const own = counted.filter(({ entry_id }) => entry_id === entryId);
  const selected = new Set(all.filter(isSelected).map(({ id }) => id));
  const ofSelected = counted.filter(({ entry_id }) => selected.has(entry_id));
  const told = { outcome: outcome!, reason: why?.reason ?? null, score: numberOf(score), rank };
  return {
    ...{ round_id: round.id, round_name: round.name },
    released_at: round.released_at!.toISOString(),
    ...(entry.state === 'absent' ? ABSENT : told),
    by_lot: why?.byLot ?? false,
    selected_text: owner ? fillResultText(words, round, owner, given) : null,
    ...{ funding_stage, amount, entries: ranked, line: numberOf(file.line) },
    lowest_selected: numberOf(lowest),
    reviews: own.length,
    criteria: round.criteria.map(({ id, name }) => ({
      ...{ name, mine: averageOf(own, id) },
      selected_average: selected.size < FEWEST ? null : averageOf(ofSelected, id),
    })),
    ...{ comments: commentsOf(own), key, seal_sha256: seal.sha256 },
  };
}

async function resultsOf(reading: Reading, proposalId: string) {
  const results: Result[] = [];
  for (const { round_id, entry_id } of await store.listReleasedRounds(reading.db, proposalId)) {
    const round = (await findRound(reading.db, round_id))!;
    const all = await listEntries(reading.db, round_id);
    const entry = all.find(({ id }) => id === entry_id)!;
    results.push(await presentResult(reading, round, { all, entry }));
  }
  return results;
}

/** The same of all proposals of one person, for what is held about them. */
export async function* listOwnResults(db: Executor, userId: string, publicUrl = '') {
  for (const proposal_id of await store.listJudged(db, userId))
    for (const result of await resultsOf({ db, publicUrl }, proposal_id))
      yield { proposal_id, ...result };
}

/** In order of the rounds; none before a release. */
export async function listResults({ db, actor, publicUrl }: UserContext, id: string) {
  const { read } = db;
  const isTheirs =
    isId(id) &&
    (actor.role === 'admin'
      ? await table('proposals').has(read, { id })
      : await store.isReached(read, id, actor.id));
  if (!isTheirs) throw new Problem('not_found', PROPOSAL.notFound);
  return resultsOf({ db: read, publicUrl }, id);
}

async function previewRelease(context: UserContext, id: string): Promise<ReleasePreview> {
  const round = await requireRound(context, id);
  requireState(round, 'sealed');
  const { read } = context.db;
  const told = await store.listReleased(read, id);
  const rows = told.filter(({ state }) => state === 'in');
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  const telling = await prepareTelling(context, read, round);
  const samples = OUTCOMES.flatMap((outcome) => {
    const row = rows.find((one) => one.outcome === outcome);
    if (!row) return [];
    const { subject, text } = writeLetter(telling, row);
    return [{ outcome, to: `${row.first_name}, ${row.business_name}`, subject, text }];
  });
  return {
    selected: count('selected'),
    not_selected: count('not_selected'),
    withdrawn: (await listEntries(read, id)).filter(isGone).length,
    mails: told.length,
    without_comment: rows.filter(({ entry_id }) => !telling.comments.get(entry_id)?.length).length,
    absent: told.length - rows.length,
    samples,
  };
}

/** Withdrawn, or erased since the results were sealed. */
const isGone = ({ state, proposal_id }: EntryRow) => state === 'withdrawn' || proposal_id === null;

/** What every letter of a release is written from. */
async function prepareTelling({ clock, publicUrl }: Acting, db: Executor, round: RoundRow) {
  const file = JSON.parse((await store.findSeal(db, round.id))!.bytes) as SealedResults;
  const reviews = (await listReviews(db, round.id)).filter(isCounted);
  const byEntry = Map.groupBy(reviews, ({ entry_id }) => entry_id);
  const taking = await store.listTaking(db, clock(), round.program_id);
  return {
    ...{ round, publicUrl, ...explainOutcomes(file) },
    comments: new Map([...byEntry].map(([id, own]) => [id, commentsOf(own)])),
    open: taking.map(
      ({ title, deadline_date: until }) => `${title}, until ${formatDateTime(until)} GMT`,
    ),
  };
}
type Telling = Awaited<ReturnType<typeof prepareTelling>>;

function wordsFor({ round, publicUrl }: Telling, row: store.ReleasedRow): string | null {
  const text = row.outcome === 'selected' ? round.selected_text : round.decline_text;
  return text === null ? null : fillResultText(text, round, row, { ...row, publicUrl });
}

function writeLetter(telling: Telling, row: store.ReleasedRow) {
  const { round, ranked, lowest, entries, comments, open, publicUrl } = telling;
  if (row.state === 'absent') return absentMail(row, round, publicUrl);
  const isFunded = round.is_final && row.outcome === 'selected';
  return resultMail(row, round, publicUrl, {
    ...{ outcome: row.outcome!, rank: row.rank, score: row.score, ranked, lowest, open },
    ...(entries.get(row.key) ?? { reason: null, byLot: false }),
    words: wordsFor(telling, row),
    stage: isFunded ? stageOf(row.given_stage) : null,
    amount: isFunded ? amountOf(row.amount) : null,
    comments: comments.get(row.entry_id) ?? [],
  });
}

type Acting = Pick<Services, 'clock' | 'config' | 'publicUrl'> & {
  actor: UserContext['actor'] | Visitor;
  isPlanned?: boolean;
};

type Changes = { decision?: 'approved' | 'declined'; decline_reason?: string | null };
type DecidedChange = { row: store.ReleasedRow; changes: Changes & Record<string, unknown> };

/** Selected ones of the final round are approved, the not selected of any round declined. */
function decisionOf(telling: Telling, row: store.ReleasedRow): DecidedChange {
  const { round } = telling;
  const isAbsent = row.state === 'absent';
  if (isAbsent || row.outcome === 'not_selected') {
    const decline_reason = isAbsent ? PITCH.absent : wordsFor(telling, row);
    return { row, changes: { decision: 'declined', is_approved: false, decline_reason } };
  }
  if (!round.is_final) return { row, changes: {} };
  const stage = row.given_stage ?? row.funding_stage;
  const approved = { decision: 'approved', is_approved: true, decline_reason: null } as const;
  const staged = stage !== row.funding_stage && { funding_stage: stage };
  return { row, changes: { ...approved, ...staged } };
}

/** The release itself tells: its mail takes the place of the desk's. */
async function announce(tx: Executor, batch: readonly DecidedChange[], now: Date) {
  const rows = batch.map(({ row, changes }) => ({
    ...{ id: randomUUID(), proposal_id: row.id, at: now, decision: changes.decision! },
    decline_reason: changes.decline_reason ?? null,
    funding_stage: row.given_stage ?? row.funding_stage,
  }));
  await insertAnnouncements(tx, rows);
  const ids = batch.map(({ row }) => row.id);
  await markAnnounced(tx, ids, now);
}

const BATCH = 100;

/** Everything of a release; the round is locked and sealed. */
async function write(acting: Acting, tx: Executor, round: RoundRow) {
  const now = acting.clock();
  const telling = await prepareTelling(acting, tx, round);
  const rows = await store.listReleased(tx, round.id);
  const decided = rows.map((row) => decisionOf(telling, row));
  const alike = Map.groupBy(decided, ({ changes }) => JSON.stringify(changes));
  for (const group of alike.values()) {
    const [{ changes }] = group as [DecidedChange];
    if (!changes.decision) continue;
    const stamps = { decided_at: now, decided_by: acting.actor.id ?? null, updated_at: now };
    for (const batch of batchesOf(group, BATCH)) {
      const ids = batch.map(({ row }) => row.id);
      await changeProposals(tx, ids, { ...changes, ...stamps } as never);
      await announce(tx, batch, now);
      const entries = batch.map(({ row }) => ({
        id: row.id,
        changes: { before: row, after: changes },
      }));
      await auditAll(tx, acting, 'proposals.review', 'proposal', entries);
    }
  }
  await announceRest(acting, tx, round.program_id);
  await touchEntered(tx, round.id);
  const judges = await findJudges(tx, await store.listReaders(tx, round.id));
  const readers = await withMembers(tx, rows);
  const active = judges.filter(({ is_active }) => is_active);
  const outMail = (name: string) => resultsOutMail(name, round, acting.publicUrl);
  const mails = [
    ...readers.map((row) => ({ to: row.email, ...writeLetter(telling, row) })),
    ...active.map(({ email, first_name }) => ({ to: email, ...outMail(first_name) })),
  ];
  for (const batch of batchesOf(mails, BATCH)) await queueMails(tx, batch, now);
  await audit(tx, acting, 'round.release', 'round', round.id, { mails: rows.length });
  await raiseVersion(tx, 'proposals');
}

const MOST_MS = JUDGING.releaseDays * DAY_MS;

/** Previews; or releases now, or plans it for an instant within 60 days. */
export async function release(
  context: UserContext,
  id: string,
  { preview, at = null }: z.output<typeof releaseInput>,
): Promise<ApiResponse> {
  if (preview) return { body: await previewRelease(context, id) };
  const once = { call: 'rounds.release', content: [id, at] };
  const answer = await changeOnce(context, id, once, async (tx, round) => {
    requireState(round, 'sealed');
    const rows = await store.listReleased(tx, id);
    const selected = rows.filter((row) => row.state === 'in' && row.outcome === 'selected');
    const proposalIds = selected.map((one) => one.id);
    await refuseTied(context, tx, proposalIds);
    const now = context.clock();
    requireAhead('at', at, now);
    if (at && at.getTime() > now.getTime() + MOST_MS) throw invalid({ at: DECIDING.tooLate });
    if (at && at > now) {
      await changeRound(context, tx, round, { release_at: at });
      await audit(tx, context, 'round.plan', 'round', id, { release_at: [round.release_at, at] });
    } else {
      await write(context, tx, round);
      await changeRound(context, tx, round, { state: 'released', released_at: now });
    }
  });
  context.notifyMail();
  return answer;
}

export async function cancelRelease(context: UserContext, id: string) {
  await context.db.write(async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'sealed');
    if (round.release_at === null) throw new Problem('conflict', DECIDING.notPlanned);
    await changeRound(context, tx, round, { release_at: null });
    await audit(tx, context, 'round.plan', 'round', id, { release_at: [round.release_at, null] });
  });
  const { round } = await present(context, await requireRound(context, id));
  return { body: round };
}

/** Closes rounds whose time is over, and releases what was planned; each once. */
export async function settleRounds(services: Services): Promise<void> {
  const { db, clock } = services;
  const acting = { ...services, actor: { role: 'visitor' } as const };
  for (const { id } of await listDue(db.read, 'open', clock()))
    await db.write(async (tx) => {
      const round = await lockRow(tx, id);
      if (round?.state !== 'open' || round.closes_at! > clock()) return;
      await changeRound(acting, tx, round, { state: 'closed', closed_at: round.closes_at });
      await audit(tx, acting, 'round.close', 'round', id);
    });
  for (const { id } of await listDue(db.read, 'sealed', clock()))
    await db.write(async (tx) => {
      const round = await lockRow(tx, id);
      const isDue = round?.state === 'sealed' && round.release_at && round.release_at <= clock();
      if (!isDue) return;
      await write(await actingForPlanner(services, tx, id, 'release_at'), tx, round);
      await changeRound(acting, tx, round, { state: 'released', released_at: clock() });
      await mailAdmins(tx, releasedMail(round, services.publicUrl), clock());
    });
  services.notifyMail();
}
