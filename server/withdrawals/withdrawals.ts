/**
 * Withdrawing a proposal once editing has locked, and taking that back: contract §13.4. From the
 * call on it counts nowhere; once it can no longer be undone, a job carries out what follows.
 */
import { LENGTHS, SECOND_MS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { isEditingLocked, ownDeadline } from '#domain/programs/rules.ts';
import { WITHDRAWN, withdrawalInput, type WithdrawalInput } from '#domain/proposals/withdrawals.ts';
import { isSameNews } from '#domain/proposals/decision-rules.ts';
import { proposal } from '#domain/proposals/schema.ts';
import { ENTRY_WITHDRAWN } from '#domain/judging/messages.ts';
import { audit } from '../audit.ts';
import type { Context, Services, UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import { calls, reply } from '../http/calls.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { changeEntry } from '../judging/entry-store.ts';
import { fill } from '../judging/leaving-service.ts';
import { roundsBefore } from '../judging/readiness.ts';
import { queueMails, topicAbout } from '../mail/store.ts';
import { refuseTied } from '../proposals/decisions.ts';
import {
  isWithdrawn,
  lockProposal,
  presentVersioned,
  refuseWithdrawn,
  requireProposal,
} from '../proposals/presentation.ts';
import { requireOwner } from '../members/reach.ts';
import { membersOf } from '../members/store.ts';
import { cancelForDecision } from '../proposals/requests.ts';
import { keepProgramsOf, NO_UNDO, toldOf, touchEntered } from '../proposals/review-store.ts';
import {
  changeProposal,
  listReaders,
  requireRunning,
  type ProposalRow,
  type Scope,
} from '../proposals/store.ts';
import { asOf, changeRound, isSealed } from '../rounds/service.ts';
import { listRounds, type RoundRow } from '../rounds/store.ts';
import * as mails from './mails.ts';
import * as store from './store.ts';

const scopeOf = ({ actor }: UserContext): Scope =>
  actor.role === 'admin' ? 'all' : { reachedBy: actor.id };

type Entered = { round: RoundRow; entry: Awaited<ReturnType<typeof entriesOf>>[number]['entry'] };

async function entriesOf({ clock }: Pick<Services, 'clock'>, tx: Executor, row: ProposalRow) {
  const entries = await store.listEntriesOf(tx, row.id);
  const rounds = entries.size === 0 ? [] : await listRounds(tx, row.program_id);
  return rounds.flatMap((round) => {
    const entry = entries.get(round.id);
    return entry ? [{ round: asOf(round, clock()), entry }] : [];
  });
}

/** In the order in which an opening, a sealing and a release lock them. */
async function lock(context: UserContext, tx: Executor, id: string): Promise<ProposalRow> {
  if (isId(id)) {
    await keepProgramsOf(tx, [id]);
    await store.lockRoundsOf(context.db, tx, id);
  }
  const row = await lockProposal(context, tx, scopeOf(context), id);
  if (context.actor.role !== 'admin') requireOwner(context, row);
  return row;
}

/** An admin says why: the applicant reads it. */
function requireReason({ actor }: UserContext, reason: string | null): void {
  if (actor.role === 'admin' && (reason?.length ?? 0) < LENGTHS.reasonMinimum)
    throw invalid({ reason: WITHDRAWN.reason });
}

async function requireWithdrawable(
  context: UserContext,
  tx: Executor,
  row: ProposalRow,
): Promise<void> {
  refuseWithdrawn(row);
  if (row.announced_decision !== 'undecided') throw new Problem('decided', WITHDRAWN.decided);
  const isOwner = context.actor.role !== 'admin';
  if (isOwner && !isEditingLocked(ownDeadline(row), context.receivedAt))
    throw new Problem('editing_open', WITHDRAWN.editingOpen);
  const entered = await entriesOf(context, tx, row);
  if (entered.some(({ round, entry }) => round.state === 'sealed' && entry.state !== 'withdrawn'))
    throw new Problem('round_sealed', WITHDRAWN.sealed);
  if (!isOwner) await refuseTied(context, tx, [row.id]);
}

async function withdraw(
  context: UserContext,
  id: string,
  { reason }: WithdrawalInput,
): Promise<ApiResponse> {
  const once = { call: 'proposals.withdraw', content: [id, reason] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const row = await lock(context, tx, id);
    requireReason(context, reason);
    await requireWithdrawable(context, tx, row);
    const now = context.clock();
    const kept = await store.findKept(tx, row.id);
    const withdrawn_by = context.actor.role === 'admin' ? 'firm' : 'applicant';
    await changeProposal(tx, row.id, {
      ...{ decision: 'withdrawn', announced_decision: 'withdrawn', is_approved: false },
      ...{ decline_reason: null, funding_stage: row.announced_stage, announce_at: null },
      ...{ mail_text: null, decided_at: null, decided_by: null, ...NO_UNDO },
      ...{ withdrawn_at: now, withdrawn_by, withdrawal_reason: reason },
      withdrawal_due_at: new Date(now.getTime() + context.config.undoSeconds * SECOND_MS),
      withdrawal_kept: JSON.stringify(kept),
      ...{ updated_at: now, version: row.version + 1 },
    });
    await audit(tx, context, 'proposals.withdraw', 'proposal', row.id, {
      withdrawn_by,
      ...(reason !== null && { reason: digestOf(reason) }),
      ...(kept.decision !== 'undecided' && { decision: [kept.decision, 'undecided'] }),
    });
    await raiseVersion(tx, 'proposals');
    if (context.config.undoSeconds === 0) await settle(context, tx, row.id);
    return { status: 201, body: await answerOf(context, tx, row.id) };
  });
  if (!isReplay) notify(context);
  return answer;
}

const answerOf = async (context: UserContext, tx: Executor, id: string) =>
  (await presentVersioned(await requireProposal(tx, scopeOf(context), id), context, tx)).proposal;

function notify(context: UserContext): void {
  context.notifyAnnouncements();
  context.notifyMail();
}

type Acting = Pick<Services, 'clock' | 'publicUrl'> & Pick<Context, 'actor'>;

/** Of a proposal that the caller has locked, with its rounds. */
async function settle(acting: Acting, tx: Executor, id: string): Promise<void> {
  const row = await requireProposal(tx, 'all', id);
  const by = row.withdrawn_by!;
  await cancelForDecision(acting, tx, [row]);
  const entered = await entriesOf(acting, tx, row);
  const left = entered.filter(({ round, entry }) => isJudged(round) && entry.state !== 'withdrawn');
  for (const one of left) await leave(acting, tx, one, ENTRY_WITHDRAWN[by]);
  const receipt = row.receipt_number ?? null;
  const isEnded = receipt && (await store.changeReceipt(tx, receipt, 'complete', 'withdrawn'));
  const settled: store.Settled = {
    entries: left.map(({ entry }) => entry.id),
    receipt: isEnded ? receipt : null,
  };
  await changeProposal(tx, id, {
    withdrawal_due_at: null,
    withdrawal_kept: JSON.stringify(settled),
    version: row.version + 1,
  });
  await raiseVersion(tx, 'proposals');
  const free = left.filter(({ entry }) => entry.outcome === 'selected');
  const names = free.map(({ round }) => round.name);
  await tell(acting, tx, row, [
    (member) => mails.withdrawnMail(row, acting.publicUrl, member),
    mails.deskWithdrawnMail(row, by, names, acting.publicUrl),
  ]);
}

const isJudged = ({ state }: RoundRow): boolean => state === 'open' || state === 'closed';

async function leave(
  acting: Acting,
  tx: Executor,
  { round, entry }: Entered,
  reason: string,
): Promise<void> {
  const changes = {
    ...({ state: 'withdrawn', reason, outcome: null, outcome_reason: null } as const),
    ...{ funding_stage: null, amount: null },
  };
  await changeEntry(tx, entry.id, changes);
  await touchEntered(tx, round.id);
  await changeRound(acting, tx, round, {});
  await audit(tx, acting, 'entry.update', 'entry', entry.id, { before: entry, after: changes });
}

type Letter = ReturnType<typeof mails.reinstatedMail>;

async function tell(
  { clock }: Acting,
  tx: Executor,
  row: ProposalRow,
  [own, desk]: [(member?: string) => Letter, Letter],
): Promise<void> {
  const members = await membersOf(tx, [row.id]);
  const readers = await listReaders(tx, row.assigned_to);
  const topic = topicAbout('withdrawals', row.id);
  await queueMails(
    tx,
    [
      { ...own(), to: row.email },
      ...members.map(({ email, first_name }) => ({ ...own(first_name), to: email })),
      ...readers.map(({ email }) => ({ ...desk, to: email, topic })),
    ],
    clock(),
  );
}

/** Rounds that were opened since and would have had it. */
async function requireMissedNone(
  tx: Executor,
  row: ProposalRow,
  entered: readonly Entered[],
): Promise<void> {
  const all = await listRounds(tx, row.program_id);
  const wouldHave = (round: RoundRow): boolean => {
    const isOpened = round.opened_at !== null && round.opened_at >= row.withdrawn_at!;
    if (!isOpened || (round.regions && !round.regions.includes(row.region))) return false;
    const before = roundsBefore(round, all);
    const last = Math.max(...before.map(({ position }) => position));
    const selected = entered.filter(
      ({ entry }) => entry.state === 'in' && entry.outcome === 'selected',
    );
    return (
      before.length === 0 ||
      selected.some(({ round: { id, position } }) =>
        before.some((one) => one.id === id && position === last),
      )
    );
  };
  if (all.some(wouldHave)) throw new Problem('in_round', WITHDRAWN.inRound);
}

async function reinstate(
  context: UserContext,
  id: string,
  { reason }: WithdrawalInput,
): Promise<ApiResponse> {
  const answer = await context.db.write(async (tx) => {
    const row = await lock(context, tx, id);
    requireReason(context, reason);
    if (!isWithdrawn(row)) throw new Problem('not_withdrawn', WITHDRAWN.not);
    const isUndone = row.withdrawal_due_at !== null && row.withdrawal_due_at > context.clock();
    const isOwner = context.actor.role !== 'admin';
    if (isOwner && !isUndone) throw new Problem('undo_over', WITHDRAWN.undoOver);
    await requireRunning(tx, row.program_id);
    const entered = await entriesOf(context, tx, row);
    await requireMissedNone(tx, row, entered);
    if (!isOwner) await refuseTied(context, tx, [row.id]);
    // Over, but the job has not come by.
    if (row.withdrawal_due_at !== null && !isUndone) await settle(context, tx, row.id);
    const kept = await store.readKept(tx, row.id);
    await (isUndone ? undo(context, tx, row, kept) : bringBack(context, tx, row, kept));
    await audit(tx, context, 'proposals.reinstate', 'proposal', row.id, {
      ...(reason !== null && { reason: digestOf(reason) }),
      ...(isUndone && undoneIn(kept)),
    });
    await raiseVersion(tx, 'proposals');
    return { body: await answerOf(context, tx, row.id) };
  });
  notify(context);
  return answer;
}

const undoneIn = ({ decision }: store.Kept) => ({
  undone: true,
  ...(decision !== 'undecided' && { decision: ['undecided', decision] }),
});

const GONE = {
  ...{ withdrawn_at: null, withdrawn_by: null, withdrawal_reason: null },
  ...{ withdrawal_due_at: null, withdrawal_kept: null },
} as const;

/** Everything is as it was; how its program announces may have changed since. */
async function undo(
  context: UserContext,
  tx: Executor,
  row: ProposalRow,
  kept: store.Kept,
): Promise<void> {
  const now = context.clock();
  const told = { ...toldOf(row), decision: kept.announced_decision };
  const isWaiting = row.announces === 'at_once' && !isSameNews(told, kept);
  await changeProposal(tx, row.id, {
    ...kept,
    ...GONE,
    announce_at: isWaiting ? (kept.announce_at ?? now) : null,
    ...{ updated_at: now, version: row.version + 1 },
  });
}

async function bringBack(
  context: UserContext,
  tx: Executor,
  row: ProposalRow,
  { entries = [], receipt = null }: Partial<store.Settled>,
): Promise<void> {
  const now = context.clock();
  const left = (await entriesOf(context, tx, row)).filter(({ entry }) =>
    entries.includes(entry.id),
  );
  if (left.some(({ round }) => isSealed(round))) throw new Problem('in_round', WITHDRAWN.inRound);
  const { version } = await requireProposal(tx, 'all', row.id);
  await changeProposal(tx, row.id, {
    ...{ decision: 'undecided', announced_decision: 'undecided', ...GONE },
    ...{ updated_at: now, version: version + 1 },
  });
  if (receipt) await store.changeReceipt(tx, receipt, 'withdrawn', 'complete');
  for (const { round, entry } of left) {
    const changes = { state: 'in', reason: null } as const;
    await changeEntry(tx, entry.id, changes);
    await touchEntered(tx, round.id);
    await audit(tx, context, 'entry.update', 'entry', entry.id, { before: entry, after: changes });
    if (round.state === 'open' || round.kind === 'pitch')
      await fill(context, tx, round, { entryIds: new Set([entry.id]) });
    await changeRound(context, tx, round, {});
  }
  await tell(context, tx, row, [
    (member) => mails.reinstatedMail(row, context.publicUrl, member),
    mails.deskReinstatedMail(row, context.publicUrl),
  ]);
}

const BATCH = 100;

/** For the job of announcements: each in a transaction of its own. */
export async function settleWithdrawals(
  services: Services,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { db, clock, log } = services;
  const acting = { ...services, actor: { role: 'visitor' } as const };
  for (const { id } of await store.listDue(db.read, clock(), BATCH)) {
    if (isStopped()) return;
    await db
      .write(async (tx) => {
        await keepProgramsOf(tx, [id]);
        await store.lockRoundsOf(db, tx, id);
        if (await store.lockDue(tx, id, clock())) await settle(acting, tx, id);
      })
      .catch((error) =>
        log.error({ err: error, proposal: id }, 'a withdrawal could not be settled'),
      );
  }
  services.notifyMail();
}

export const withdrawalsCalls = calls({
  'POST /proposals/{id}/withdrawal': reply(
    'proposals.withdraw',
    'Withdraw a proposal after editing has locked',
    {
      body: withdrawalInput,
      answer: proposal,
      status: 201,
      idempotent: true,
      refuses: [409],
      run: withdraw,
    },
  ),
  'DELETE /proposals/{id}/withdrawal': reply(
    'proposals.reinstate',
    'Take back the withdrawal of a proposal',
    { body: withdrawalInput, answer: proposal, refuses: [409], run: reinstate },
  ),
});
