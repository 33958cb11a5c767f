/** Asking applicants for changes after editing has locked: contract §10. */
import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#domain/audit/rules.ts';
import { DAY_MS, HOUR_MS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { isEditingLocked, ownDeadline } from '#domain/programs/rules.ts';
import {
  REQUEST,
  REQUEST_FIELDS,
  REQUEST_LIMITS,
  type RequestState,
} from '#domain/proposals/requests.ts';
import type { ChangeRequest, RequestInput } from '#domain/proposals/schema.ts';
import { FIELD_WORDS } from '#domain/proposals/timeline.ts';
import { ON_BEHALF } from '#domain/on-behalf/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { UserContext, Context, Services } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import { writeOnce } from '../http/idempotency.ts';
import { queueMail, queueMails, topicAbout } from '../mail/store.ts';
import { requireOwner } from '../members/members.ts';
import { liveOf } from '../questions/service.ts';
import { listQuestions } from '../questions/store.ts';
import { digestsFor, issueForEdit } from './confirmations.ts';
import * as history from './history-store.ts';
import { listOpenRequests, touchProposal, type RequestRow } from './history-store.ts';
import { freezeFirst, hasChanged, freezeVersion } from './history.ts';
import {
  changesRequested,
  requestAnswered,
  requestEnded,
  requestLapsed,
  requestReminder,
} from './mails.ts';
import {
  lockProposal,
  refuseWithdrawn,
  requireOwnedStill,
  requireProposal,
  searchTextOf,
} from './presentation.ts';
import { findHeld } from './review-store.ts';
import * as store from './store.ts';
import { listReaders, findProposal, type ProposalRow } from './store.ts';

/** One whose time is over counts as lapsed, even before a job has ended it. */
const present = (row: history.RequestRow, now: Date): ChangeRequest => ({
  id: row.id,
  text: row.text,
  fields: JSON.parse(row.fields) as string[],
  due_at: row.due_at.toISOString(),
  state: row.state === 'open' && row.due_at <= now ? 'lapsed' : row.state,
  created_at: row.created_at.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
});

const scopeOf = ({ actor }: UserContext): store.Scope =>
  actor.role === 'admin' ? 'all' : { reachedBy: actor.id };

export async function listRequests(context: UserContext, id: string): Promise<ChangeRequest[]> {
  const row = await requireProposal(context.db.read, scopeOf(context), id);
  const rows = await history.listRequests(context.db.read, row.id);
  return rows.map((one) => present(one, context.clock()));
}

async function requireAskable(
  { clock }: UserContext,
  tx: Executor,
  { program_id }: store.ProposalRow,
  { fields, due_at }: RequestInput,
): Promise<void> {
  const live = liveOf(await listQuestions(tx, program_id)).map(({ id }) => id);
  const known = new Set<string>([...REQUEST_FIELDS, ...live]);
  const ahead = due_at.getTime() - clock().getTime();
  const wrong = {
    ...(fields.some((name) => !known.has(name)) && { fields: REQUEST.unknown }),
    ...(ahead < REQUEST_LIMITS.hours * HOUR_MS && { due_at: REQUEST.dueEarly }),
    ...(ahead > REQUEST_LIMITS.days * DAY_MS && { due_at: REQUEST.dueLate }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}

/** One whose time is over is ended first. */
async function requireUnasked(context: UserContext, tx: Executor, row: store.ProposalRow) {
  const now = context.clock();
  refuseWithdrawn(row);
  if (row.decision !== 'undecided') throw new Problem('decided', REQUEST.decided);
  if (!isEditingLocked(ownDeadline(row), now))
    throw new Problem('editing_open', REQUEST.editingOpen);
  if ((await findHeld(tx, [row.id])).size > 0) throw new Problem('in_round', REQUEST.inRound);
  const open = await history.findOpenRequest(tx, row.id);
  if (!open) return;
  if (open.due_at > now) throw new Problem('request_open', REQUEST.open);
  await endRequest(context, tx, row, open, 'lapsed');
}

/** Asks for changes: reopens these fields for its owner until then, and mails it. */
export async function requestChanges(context: UserContext, id: string, input: RequestInput) {
  const { program_id } = await requireProposal(context.db.read, 'all', id);
  const once = { call: 'requests.create', content: [id, input] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    // Before the proposal, as a round does that is being opened.
    await store.keepProgram(tx, program_id);
    const row = await lockProposal(context, tx, 'all', id);
    await store.requireRunning(tx, program_id);
    await requireUnasked(context, tx, row);
    await requireAskable(context, tx, row, input);
    await freezeFirst(tx, row);
    const request = {
      id: randomUUID(),
      proposal_id: row.id,
      text: input.text,
      fields: JSON.stringify(input.fields),
      due_at: input.due_at,
      state: 'open' as const,
      created_at: context.clock(),
      answered_at: null,
      reminded_at: null,
      author_id: context.actor.id,
    };
    await history.requests.insert(tx, request);
    await touch(tx, row.id);
    await audit(tx, context, 'requests.create', 'proposal', row.id, {
      request: request.id,
      fields_asked: input.fields.join(', '),
      due_at: input.due_at,
      text: digestOf(input.text),
    });
    const { own } = addressesOf(context, row);
    const letter = changesRequested(row.first_name, await toAsked(tx, row, request), own);
    await queueMail(tx, { ...letter, to: row.email }, context.clock());
    return { status: 201, body: present(request, context.clock()) };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

async function touch(tx: Executor, id: string): Promise<void> {
  await history.touchProposal(tx, id);
  await raiseVersion(tx, 'proposals');
}

async function requireOpen(tx: Executor, proposalId: string, requestId: string, now: Date) {
  const found = (await history.listRequests(tx, proposalId)).find(({ id }) => id === requestId);
  if (!found) throw new Problem('not_found', REQUEST.notFound);
  if (found.state !== 'open' || found.due_at <= now)
    throw new Problem('request_closed', REQUEST.closed);
  return found;
}

/**
 * "I’ve made the changes": ends the reopening. Where something was changed, a receipt and a version of it
 * follow. The assignee is told.
 */
export async function answerRequest(context: UserContext, id: string, requestId: string) {
  const once = { call: 'requests.answer', content: [id, requestId] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const { user_id } = await requireProposal(tx, scopeOf(context), id);
    // Locked first, like everything about an account.
    const applicant = await store.lockApplicantFacts(tx, user_id, context.actor.id);
    const row = await lockProposal(context, tx, scopeOf(context), id);
    requireOwnedStill(row, user_id);
    if (context.actor.role !== 'admin') requireOwner(context, row);
    else if (row.email !== null) throw new Problem('forbidden', ON_BEHALF.hasAddress);
    refuseWithdrawn(row);
    const request = await requireOpen(tx, row.id, requestId, context.receivedAt);
    const receipt_number = (await hasChanged(tx, row))
      ? await renewReceipt(context, tx, row, applicant)
      : null;
    await endRequest(context, tx, row, request, 'answered', receipt_number);
    await raiseVersion(tx, 'proposals');
    await tellReaders(context, tx, row);
    const answered = { ...request, state: 'answered' as const, answered_at: context.clock() };
    return { status: 200, body: present(answered, context.clock()) };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

/** Saves during the request had no receipt. */
async function renewReceipt(
  context: UserContext,
  tx: Executor,
  row: store.ProposalRow,
  applicant: store.ApplicantFacts,
): Promise<string> {
  const documents = digestsFor(row);
  const isTyped = context.actor.role === 'admin';
  const { number } = await issueForEdit(context, tx, {
    ...{ row, documents, applicant },
    ...(isTyped && { typed: { receivedAt: context.receivedAt, typedAt: context.clock() } }),
  });
  await store.changeProposal(tx, row.id, {
    receipt_number: number,
    search_text: searchTextOf({ ...row, receipt_number: number }),
    updated_at: context.clock(),
    version: row.version + 1,
  });
  return number;
}

async function tellReaders(context: UserContext, tx: Executor, row: store.ProposalRow) {
  const { applicant, about, desk } = addressesOf(context, row);
  const letter = {
    ...requestAnswered(applicant, about, desk),
    topic: topicAbout('requests', row.id),
  };
  const readers = await listReaders(tx, row.assigned_to);
  await queueMails(
    tx,
    readers.map(({ email }) => ({ ...letter, to: email })),
    context.clock(),
  );
}

/** What letters about a proposal name, and where they lead. */
const addressesOf = ({ publicUrl }: Pick<Services, 'publicUrl'>, row: store.ProposalRow) => ({
  applicant: {
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email ?? row.phone_number,
  },
  about: { program: row.title, businessName: row.business_name },
  own: publicUrl + SCREENS.ownProposal(row),
  desk: publicUrl + SCREENS.submission(row),
});

export async function cancelRequest(context: UserContext, id: string, requestId: string) {
  if (!isId(requestId)) throw new Problem('not_found', REQUEST.notFound);
  await context.db.write(async (tx) => {
    const row = await lockProposal(context, tx, 'all', id);
    const request = await requireOpen(tx, row.id, requestId, context.clock());
    await endRequest(context, tx, row, request, 'cancelled');
    await raiseVersion(tx, 'proposals');
    const { about, own } = addressesOf(context, row);
    const letter = requestEnded(row.first_name, about, 'cancelled', own);
    await queueMail(tx, { ...letter, to: row.email }, context.clock());
  });
  context.notifyMail();
}

type EndState = Exclude<RequestState, 'open'>;

const ACTIONS: Record<EndState, AuditAction> = {
  answered: 'requests.answer',
  lapsed: 'requests.lapse',
  cancelled: 'requests.cancel',
};

type Acting = Pick<Context, 'actor' | 'clock'> & { address?: string };

/** Whoever ends a request without a person: a job, or a decision that is announced. */
const byItself = ({ clock }: Pick<Services, 'clock'>): Acting => ({
  actor: { role: 'visitor' },
  clock,
});

/** Of a proposal that the caller has locked. */
async function endRequest(
  acting: Acting,
  tx: Executor,
  row: ProposalRow,
  { id }: RequestRow,
  state: EndState,
  receipt_number: string | null = null,
): Promise<void> {
  const now = acting.clock();
  await history.requests.change(
    tx,
    { id },
    { state, ...(state === 'answered' && { answered_at: now }) },
  );
  await freezeVersion(tx, row, { because: state, at: now, receipt_number });
  await touchProposal(tx, row.id);
  await audit(tx, acting, ACTIONS[state], 'proposal', row.id, { request: id });
}

/** A decision that an applicant hears of ends what they were asked for. */
export async function cancelForDecision(
  services: Pick<Services, 'clock'>,
  tx: Executor,
  decided: { id: string; decision: string }[],
): Promise<void> {
  const ids = decided.filter(({ decision }) => decision !== 'undecided').map(({ id }) => id);
  for (const request of await listOpenRequests(tx, ids)) {
    const row = await findProposal(tx, 'all', request.proposal_id);
    if (row) await endRequest(byItself(services), tx, row, request, 'cancelled');
  }
}

const BATCH = 100;

/** A request as a mail tells it: fields by their words, questions by theirs. */
async function toAsked(tx: Executor, row: store.ProposalRow, request: history.RequestRow) {
  const questions = await listQuestions(tx, row.program_id);
  const wordsOf = (name: string): string =>
    FIELD_WORDS[name] ?? questions.find(({ id }) => id === name)?.label ?? name;
  return {
    program: row.title,
    businessName: row.business_name,
    text: request.text,
    fields: (JSON.parse(request.fields) as string[]).map(wordsOf),
    dueAt: request.due_at,
  };
}

export async function settleRequests(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const now = clock();
  const dueBefore = new Date(now.getTime() + REQUEST_LIMITS.remindHours * HOUR_MS);
  const window = { now, dueBefore, hours: REQUEST_LIMITS.remindHours };
  const overdue = await history.listOverdue(db.read, now, BATCH);
  const unreminded = await history.listUnreminded(db.read, window, BATCH);
  const work = [
    ...overdue.map(({ proposal_id: id }) => ({ id, run: lapse })),
    ...unreminded.map(({ proposal_id: id }) => ({ id, run: remind })),
  ];
  for (const { id, run } of work)
    // One that cannot be handled must not hold up the others.
    await db
      .write((tx) => run(services, tx, id))
      .catch((error) => log.error({ err: error, proposal: id }, 'a request could not be settled'));
  if (work.length > 0) services.notifyMailSoon();
}

async function lockOpen({ db }: Services, tx: Executor, id: string) {
  await store.lockProposal(db, tx, 'all', id);
  const row = await store.findProposal(tx, 'all', id);
  const request = await history.findOpenRequest(tx, id);
  return row && request && { row, request };
}

async function lapse(services: Services, tx: Executor, id: string): Promise<void> {
  const found = await lockOpen(services, tx, id);
  if (!found || found.request.due_at > services.clock()) return;
  const { row, request } = found;
  const isChanged = await hasChanged(tx, row);
  await endRequest(byItself(services), tx, row, request, 'lapsed');
  await raiseVersion(tx, 'proposals');
  const { applicant, about, own, desk } = addressesOf(services, row);
  const letter = requestEnded(row.first_name, about, 'lapsed', own);
  const told = requestLapsed(applicant, about, isChanged, desk);
  const readers = await listReaders(tx, row.assigned_to);
  await queueMails(
    tx,
    [{ ...letter, to: row.email }, ...readers.map(({ email }) => ({ ...told, to: email }))],
    services.clock(),
  );
}

/** Mark and mail in one transaction. */
async function remind(services: Services, tx: Executor, id: string): Promise<void> {
  const found = await lockOpen(services, tx, id);
  if (!found || found.request.reminded_at) return;
  const { row, request } = found;
  await history.requests.change(tx, { id: request.id }, { reminded_at: services.clock() });
  const { own } = addressesOf(services, row);
  const letter = requestReminder(row.first_name, await toAsked(tx, row, request), own);
  const mail = { ...letter, to: row.email, giveUpAt: request.due_at };
  await queueMail(tx, mail, services.clock());
}
