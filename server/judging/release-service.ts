/** The announcement: decisions, mails and the public record, all in one transaction. */
import { randomUUID } from 'node:crypto';
import { DECIDING, PITCH } from '#domain/judging/messages.ts';
import type { ReleasePreview } from '#domain/judging/ranking-schema.ts';
import { JUDGING, OUTCOMES } from '#domain/judging/rules.ts';
import { explainOutcomes, type SealedResults } from '#domain/judging/score-rules.ts';
import { formatDateTime } from '#domain/dates.ts';
import { SCREENS } from '#domain/screens.ts';
import { DAY_MS } from '#domain/constants.ts';
import { invalid, Problem, requireAhead } from '#domain/problem.ts';
import { actingForPlanner, audit, auditAll } from '../audit.ts';
import type { Services, UserContext, Visitor } from '../context.ts';
import { batchesOf } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { findJudges, listAdminEmails } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { withMembers } from '../members/store.ts';
import { announceRest } from '../programs/announcing.ts';
import { insertAnnouncements, markAnnounced, touchEntered } from '../proposals/review-store.ts';
import { refuseTied } from '../proposals/decisions.ts';
import { changeProposals } from '../reviews/store.ts';
import { changeRound, lockRound, present, requireRound, requireState } from '../rounds/service.ts';
import { changeRound as writeRound, lockRound as lockRow, type RoundRow } from '../rounds/store.ts';
import { listEntries, type EntryRow } from './entry-store.ts';
import { absentMail, releasedMail, resultMail, resultsOutMail, type ToldResult } from './mails.ts';
import { findProgram, listReaders, listTaking } from './record-store.ts';
import { amountOf, commentsOf, fillResultText, isCounted, stageOf } from './results-service.ts';
import { listReviews } from './review-store.ts';
import * as store from './seal-store.ts';

export async function previewRelease(context: UserContext, id: string): Promise<ReleasePreview> {
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
const isGone = ({ state, proposal_id }: EntryRow): boolean =>
  state === 'withdrawn' || proposal_id === null;

/** What every letter of a release is written from. */
async function prepareTelling({ clock, publicUrl }: Acting, db: Executor, round: RoundRow) {
  const file = JSON.parse((await store.findSeal(db, round.id))!.bytes) as SealedResults;
  const reviews = (await listReviews(db, round.id)).filter(isCounted);
  const byEntry = Map.groupBy(reviews, ({ entry_id }) => entry_id);
  const program = (await findProgram(db, round.program_id))!;
  const taking = await listTaking(db, clock(), round.program_id);
  return {
    ...{ round, publicUrl, deadline: program.deadline_date, ...explainOutcomes(file) },
    comments: new Map([...byEntry].map(([id, own]) => [id, commentsOf(own)])),
    open: taking.map(
      ({ title, deadline_date: until }) => `${title}, until ${formatDateTime(until)} GMT`,
    ),
  };
}
type Telling = Awaited<ReturnType<typeof prepareTelling>>;

function wordsFor({ round, publicUrl, deadline }: Telling, row: store.ReleasedRow): string | null {
  const text = row.outcome === 'selected' ? round.selected_text : round.decline_text;
  if (text === null) return null;
  const [stage, amount] = [stageOf(row.given_stage), amountOf(row.amount)];
  const link = publicUrl + SCREENS.ownProposal({ id: row.id });
  return fillResultText(text, round, row, { stage, amount, deadline, link });
}

function writeLetter(telling: Telling, row: store.ReleasedRow) {
  if (row.state === 'absent') {
    const { round: missed, publicUrl: url } = telling;
    return absentMail(row.first_name, row.business_name, missed, {
      proposalId: row.id,
      publicUrl: url,
    });
  }
  const { round, ranked, lowest, entries, comments, open, publicUrl } = telling;
  const isFunded = round.is_final && row.outcome === 'selected';
  const told: ToldResult = {
    ...{ firstName: row.first_name, businessName: row.business_name, proposalId: row.id },
    ...{ outcome: row.outcome!, rank: row.rank, score: row.score, ranked, lowest, open },
    ...(entries.get(row.key) ?? { reason: null, byLot: false }),
    words: wordsFor(telling, row),
    stage: isFunded ? stageOf(row.given_stage) : null,
    amount: isFunded ? amountOf(row.amount) : null,
    comments: comments.get(row.entry_id) ?? [],
  };
  return resultMail(round, told, publicUrl);
}

type Acting = Pick<Services, 'clock' | 'config' | 'publicUrl'> & {
  actor: UserContext['actor'] | Visitor;
  isPlanned?: boolean;
};

type DecidedChange = {
  row: store.ReleasedRow;
  changes: { decision?: 'approved' | 'declined'; decline_reason?: string | null } & Record<
    string,
    unknown
  >;
};

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
  return {
    row,
    changes: {
      decision: 'approved',
      is_approved: true,
      decline_reason: null,
      ...(stage !== row.funding_stage && { funding_stage: stage }),
    },
  };
}

/** The release itself tells: its mail takes the place of the desk's. */
async function announce(tx: Executor, batch: readonly DecidedChange[], now: Date): Promise<void> {
  const rows = batch.map(({ row, changes }) => ({
    id: randomUUID(),
    proposal_id: row.id,
    at: now,
    decision: changes.decision!,
    decline_reason: changes.decline_reason ?? null,
    funding_stage: row.given_stage ?? row.funding_stage,
  }));
  await insertAnnouncements(tx, rows);
  const ids = batch.map(({ row }) => row.id);
  await markAnnounced(tx, ids, now);
}

const BATCH = 100;

/** Everything of a release; the round is locked and sealed. */
async function write(acting: Acting, tx: Executor, round: RoundRow): Promise<void> {
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
  const judges = await findJudges(tx, await listReaders(tx, round.id));
  const readers = await withMembers(tx, rows);
  const mails = [
    ...readers.map((row) => ({ to: row.email, ...writeLetter(telling, row) })),
    ...judges
      .filter(({ is_active }) => is_active)
      .map(({ email, first_name }) => ({
        to: email,
        ...resultsOutMail(first_name, round, acting.publicUrl),
      })),
  ];
  for (const batch of batchesOf(mails, BATCH)) await queueMails(tx, batch, now);
  await audit(tx, acting, 'round.release', 'round', round.id, { mails: rows.length });
  await raiseVersion(tx, 'proposals');
}

const MOST_MS = JUDGING.releaseDays * DAY_MS;

/** Now, or planned for an instant within 60 days. */
export async function releaseRound(
  context: UserContext,
  id: string,
  at: Date | null,
): Promise<ApiResponse> {
  const once = { call: 'rounds.release', content: [id, at] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'sealed');
    const rows = await store.listReleased(tx, id);
    const selected = rows.filter((row) => row.state === 'in' && row.outcome === 'selected');
    await refuseTied(
      context,
      tx,
      selected.map((one) => one.id),
    );
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
    const changed = await present(context, await requireRound(context, id, tx), tx);
    return { body: changed.round };
  });
  context.notifyMail();
  return answer;
}

export async function cancelRelease(context: UserContext, id: string): Promise<ApiResponse> {
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
  for (const id of await store.listDueClosings(db.read, clock()))
    await db.write(async (tx) => {
      const round = await lockRow(db, tx, id);
      if (round?.state !== 'open' || round.closes_at! > clock()) return;
      await changeRound(acting, tx, round, { state: 'closed', closed_at: round.closes_at });
      await audit(tx, acting, 'round.close', 'round', id);
    });
  for (const id of await store.listDueReleases(db.read, clock()))
    await db.write(async (tx) => {
      const round = await lockRow(db, tx, id);
      const isDue = round?.state === 'sealed' && round.release_at && round.release_at <= clock();
      if (!isDue) return;
      await write(await actingForPlanner(services, tx, id, 'release_at'), tx, round);
      await writeRound(tx, id, {
        state: 'released',
        released_at: clock(),
        updated_at: clock(),
        version: round.version + 1,
      });
      const words = releasedMail(round, services.publicUrl);
      const mails = (await listAdminEmails(tx)).map((to) => ({ to, ...words }));
      await queueMails(tx, mails, clock());
      await raiseVersion(tx, 'public');
    });
  services.notifyMail();
}
