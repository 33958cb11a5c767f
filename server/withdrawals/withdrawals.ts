/**
 * Withdrawing a proposal once editing has locked, and taking that back: contract §13.4. From the
 * call on it counts nowhere; once it can no longer be undone, a job carries out what follows.
 */
import { site } from '#content/site.ts';
import { LENGTHS, SECOND_MS } from '#domain/constants.ts';
import { ENTRY_WITHDRAWN } from '#domain/judging/messages.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { isEditingLocked, ownDeadline } from '#domain/programs/rules.ts';
import { isSameNews } from '#domain/proposals/decision-rules.ts';
import { proposal } from '#domain/proposals/schema.ts';
import { WITHDRAWN, withdrawalInput, type WithdrawalInput } from '#domain/proposals/withdrawals.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { Context, Services, UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import { calls, reply } from '../http/calls.ts';
import { writeOnce } from '../http/idempotency.ts';
import { fill } from '../judging/assignment.ts';
import { changeEntry, OUT } from '../judging/entry-store.ts';
import { roundsBefore } from '../judging/opening-service.ts';
import { renderMail } from '../mail/layout.ts';
import { queueMails, topicAbout } from '../mail/store.ts';
import { requireOwner } from '../members/members.ts';
import { membersOf } from '../members/store.ts';
import { refuseTied } from '../proposals/decisions.ts';
import {
  isWithdrawn,
  lockProposal,
  presentVersioned,
  refuseWithdrawn,
  requireProposal,
} from '../proposals/presentation.ts';
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
    await store.lockRoundsOf(tx, id);
  }
  const row = await lockProposal(context, tx, scopeOf(context), id);
  if (context.actor.role !== 'admin') requireOwner(context, row);
  return row;
}

/** An admin says why: the applicant reads it. */
function requireReason({ actor }: UserContext, reason: string | null) {
  if (actor.role === 'admin' && (reason?.length ?? 0) < LENGTHS.reasonMinimum)
    throw invalid({ reason: WITHDRAWN.reason });
}

async function requireWithdrawable(context: UserContext, tx: Executor, row: ProposalRow) {
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

async function withdraw(context: UserContext, id: string, { reason }: WithdrawalInput) {
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
async function settle(acting: Acting, tx: Executor, id: string) {
  const row = await requireProposal(tx, 'all', id);
  await cancelForDecision(acting, tx, [row]);
  const entered = await entriesOf(acting, tx, row);
  const left = entered.filter(({ round, entry }) => isJudged(round) && entry.state !== 'withdrawn');
  for (const one of left) await leave(acting, tx, one, ENTRY_WITHDRAWN[row.withdrawn_by!]);
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
    (member) => withdrawnMail(row, acting.publicUrl, member),
    deskWithdrawnMail(row, names, acting.publicUrl),
  ]);
}

const isJudged = ({ state }: RoundRow): boolean => state === 'open' || state === 'closed';

async function leave(acting: Acting, tx: Executor, { round, entry }: Entered, reason: string) {
  const changes = { ...OUT, reason, funding_stage: null, amount: null };
  await changeEntry(tx, entry.id, changes);
  await touchEntered(tx, round.id);
  await changeRound(acting, tx, round, {});
  await audit(tx, acting, 'entry.update', 'entry', entry.id, { before: entry, after: changes });
}

type Letter = ReturnType<typeof renderMail>;

const whyOf = ({ withdrawal_reason: reason }: ProposalRow) =>
  reason === null ? [] : [`Reason: ${reason}`];

/** To its owner or, by their first name, to a member. */
const toOwn = (
  row: ProposalRow,
  subject: string,
  paragraphs: string[],
  { publicUrl, member }: { publicUrl: string; member: string | undefined },
) =>
  renderMail({
    ...{ subject, greeting: `Hello ${member ?? row.first_name},`, paragraphs },
    action: { label: 'View your proposal', url: publicUrl + SCREENS.ownProposal(row) },
  });

const toDesk = (row: ProposalRow, subject: string, paragraphs: string[], publicUrl: string) =>
  renderMail({
    ...{ subject, paragraphs },
    action: { label: 'View the proposal', url: publicUrl + SCREENS.submission(row) },
  });

function withdrawnMail(row: ProposalRow, publicUrl: string, member?: string) {
  const own = member === undefined ? 'You' : `${row.first_name} ${row.last_name}`;
  const who = row.withdrawn_by === 'applicant' ? own : 'We';
  const paragraphs = [
    `${who} withdrew your proposal “${row.business_name}” for ${row.title}. It no longer takes part.`,
    ...whyOf(row),
    `Your answers, documents and messages stay in your account. If this is a mistake, call ${site.phone}.`,
  ];
  const subject = `Your proposal ${row.business_name} has been withdrawn`;
  return toOwn(row, subject, paragraphs, { publicUrl, member });
}

function reinstatedMail(row: ProposalRow, publicUrl: string, member?: string) {
  const paragraphs = [
    `We took back the withdrawal of your proposal “${row.business_name}” for ${row.title}. It counts again, and it is not decided yet.`,
    `Questions? Call ${site.phone} or write to ${site.email}.`,
  ];
  const subject = `Your proposal ${row.business_name} counts again`;
  return toOwn(row, subject, paragraphs, { publicUrl, member });
}

/** `free`: the names of rounds in which it was to be selected. */
const deskWithdrawnMail = (row: ProposalRow, free: string[], publicUrl: string) =>
  toDesk(
    row,
    `Withdrawn: ${row.business_name}`,
    [
      row.withdrawn_by === 'applicant'
        ? `${row.first_name} ${row.last_name} has withdrawn the proposal ${row.business_name} for ${row.title}.`
        : `The proposal ${row.business_name} of ${row.first_name} ${row.last_name} for ${row.title} has been withdrawn at the desk.`,
      ...whyOf(row),
      ...free.map(
        (name) =>
          `It was to be selected in ${name}, so a place is free there. Nobody moves up automatically: choose again before you seal.`,
      ),
    ],
    publicUrl,
  );

const deskReinstatedMail = (row: ProposalRow, publicUrl: string) =>
  toDesk(
    row,
    `Back again: ${row.business_name}`,
    [
      `The withdrawal of the proposal ${row.business_name} of ${row.first_name} ${row.last_name} for ${row.title} has been taken back. It is not decided yet.`,
    ],
    publicUrl,
  );

async function tell(
  { clock }: Acting,
  tx: Executor,
  row: ProposalRow,
  [own, desk]: [(member?: string) => Letter, Letter],
) {
  const members = await membersOf(tx, [row.id]);
  const readers = await listReaders(tx, row.assigned_to);
  const topic = topicAbout('withdrawals', row.id);
  const letters = [
    { ...own(), to: row.email },
    ...members.map(({ email, first_name }) => ({ ...own(first_name), to: email })),
    ...readers.map(({ email }) => ({ ...desk, to: email, topic })),
  ];
  await queueMails(tx, letters, clock());
}

/** Rounds that were opened since and would have had it. */
async function requireMissedNone(tx: Executor, row: ProposalRow, entered: readonly Entered[]) {
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

async function reinstate(context: UserContext, id: string, { reason }: WithdrawalInput) {
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
async function undo(context: UserContext, tx: Executor, row: ProposalRow, kept: store.Kept) {
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
) {
  const now = context.clock();
  const entered = await entriesOf(context, tx, row);
  const left = entered.filter(({ entry }) => entries.includes(entry.id));
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
    (member) => reinstatedMail(row, context.publicUrl, member),
    deskReinstatedMail(row, context.publicUrl),
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
        await store.lockRoundsOf(tx, id);
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
