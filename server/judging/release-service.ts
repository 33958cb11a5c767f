/** The announcement: decisions, mails and the public record, all in one transaction. */
import { randomUUID } from 'node:crypto';
import { DECIDING } from '#domain/judging/messages.ts';
import type { ReleasePreview } from '#domain/judging/ranking-schema.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import { DAY_MS } from '#domain/durations.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit, auditAll } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import { batchesOf } from '../db/batches.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { listAdminEmails } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { announceRest } from '../programs/announcing-service.ts';
import { insertAnnouncements, markAnnounced } from '../proposals/announcement-store.ts';
import { touchEntered } from '../proposals/round-store.ts';
import { changeProposals } from '../reviews/bulk-store.ts';
import { changeRound, lockRound, present, requireRound, requireState } from '../rounds/service.ts';
import { changeRound as writeRound, lockRound as lockRow, type RoundRow } from '../rounds/store.ts';
import { listEntries, type EntryRow } from './entry-store.ts';
import { releasedMail, resultMail } from './mails.ts';
import { listReviews } from './review-store.ts';
import * as store from './seal-store.ts';

/** What a release would do; changes nothing. Refuses with 404 and 409. */
export async function previewRelease(context: UserContext, id: string): Promise<ReleasePreview> {
  const round = await requireRound(context, id);
  requireState(round, 'sealed');
  const { read } = context.db;
  const rows = await store.listReleased(read, id);
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  const commented = new Set(
    (await listReviews(read, id))
      .filter((one) => one.state === 'submitted' && !one.is_hidden)
      .filter(({ strength, next_step }) => strength !== '' || next_step !== '')
      .map(({ entry_id }) => entry_id),
  );
  return {
    selected: count('selected'),
    not_selected: count('not_selected'),
    withdrawn: (await listEntries(read, id)).filter(isGone).length,
    mails: rows.length,
    without_comment: rows.filter(({ entry_id }) => !commented.has(entry_id)).length,
  };
}

/** Withdrawn, or erased since the results were sealed. */
const isGone = ({ state, proposal_id }: EntryRow): boolean =>
  state === 'withdrawn' || proposal_id === null;

type Acting = Pick<Services, 'clock' | 'config' | 'publicUrl'> & {
  actor: UserContext['actor'] | Visitor;
};
type Visitor = { role: 'visitor'; id?: undefined };

type DecidedChange = {
  row: store.ReleasedRow;
  changes: { decision?: 'approved' | 'declined'; decline_reason?: string | null } & Record<
    string,
    unknown
  >;
};

/** Selected ones of the final round are approved, the not selected of any round declined. */
function decisionOf(round: RoundRow, row: store.ReleasedRow): DecidedChange {
  if (row.outcome === 'not_selected')
    return {
      row,
      changes: { decision: 'declined', is_approved: false, decline_reason: round.decline_text },
    };
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
  const file = JSON.parse((await store.findSeal(tx, round.id))!.bytes) as {
    line: string | null;
    entries: { rank: number | null }[];
  };
  const rows = await store.listReleased(tx, round.id);
  const decided = rows.map((row) => decisionOf(round, row));
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
  const entries = file.entries.filter(({ rank }) => rank !== null).length;
  const mails = rows.map(({ id, email, first_name, business_name, outcome, rank, score }) => ({
    to: email,
    ...resultMail(
      first_name,
      business_name,
      round,
      { outcome: outcome!, rank, score, entries, line: file.line },
      { proposalId: id, publicUrl: acting.publicUrl },
    ),
  }));
  for (const batch of batchesOf(mails, BATCH)) await queueMails(tx, batch, now);
  await audit(tx, acting, 'round.release', 'round', round.id, { mails: mails.length });
  await raiseVersion(tx, 'proposals');
}

const MOST_MS = JUDGING.releaseDays * DAY_MS;

/** Now, or planned for an instant within 60 days. Refuses with 404, 409 and 422. */
export async function releaseRound(
  context: UserContext,
  id: string,
  at: Date | null,
): Promise<ApiResponse> {
  const once = { call: 'rounds.release', content: [id, at] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requireState(round, 'sealed');
    const now = context.clock();
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

/** Takes a planned release back. Refuses with 404, and with 409 where none is planned. */
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
      await write(acting, tx, round);
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
