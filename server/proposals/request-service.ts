/** Asking applicants for changes after editing has locked: contract §10. */
import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { isEditingLocked, ownDeadline } from '#domain/programs/rules.ts';
import { REQUEST } from '#domain/proposals/request-messages.ts';
import { REQUEST_FIELDS, REQUEST_LIMITS } from '#domain/proposals/request-rules.ts';
import type { ChangeRequest, RequestInput } from '#domain/proposals/request-schema.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { queueMail, queueMails } from '../mail/store.ts';
import { liveOf } from '../questions/service.ts';
import { listQuestions } from '../questions/store.ts';
import { listReaders } from './admin-store.ts';
import { issueForEdit } from './edit-receipts.ts';
import { endRequest } from './request-end-service.ts';
import { toAsked } from './request-job.ts';
import { changesRequested, requestAnswered, requestEnded } from './request-mails.ts';
import * as requests from './request-store.ts';
import { findHeld } from './round-store.ts';
import { lockProposal, requireProposal, searchTextOf } from './service.ts';
import * as store from './store.ts';
import { freezeFirst, hasChanged } from './versions.ts';

/** One whose time is over counts as lapsed, even before a job has ended it. */
const present = (row: requests.RequestRow, now: Date): ChangeRequest => ({
  id: row.id,
  text: row.text,
  fields: JSON.parse(row.fields) as string[],
  due_at: row.due_at.toISOString(),
  state: row.state === 'open' && row.due_at <= now ? 'lapsed' : row.state,
  created_at: row.created_at.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
});

const scopeOf = ({ actor }: UserContext): store.Scope =>
  actor.role === 'admin' ? 'all' : { ownerId: actor.id };

/** Newest first. Refuses with 404. */
export async function listRequests(context: UserContext, id: string): Promise<ChangeRequest[]> {
  const row = await requireProposal(context.db.read, scopeOf(context), id);
  const rows = await requests.listRequests(context.db.read, row.id);
  return rows.map((one) => present(one, context.clock()));
}

/** Refuses with 422 what a request cannot ask for, and a time that is too short or too long. */
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

/** Refuses with 409; one whose time is over is ended first. */
async function requireUnasked(
  context: UserContext,
  tx: Executor,
  row: store.ProposalRow,
): Promise<void> {
  const now = context.clock();
  if (row.decision !== 'undecided') throw new Problem('decided', REQUEST.decided);
  if (!isEditingLocked(ownDeadline(row), now))
    throw new Problem('editing_open', REQUEST.editingOpen);
  if ((await findHeld(tx, [row.id])).size > 0) throw new Problem('in_round', REQUEST.inRound);
  const open = await requests.findOpenRequest(tx, row.id);
  if (!open) return;
  if (open.due_at > now) throw new Problem('request_open', REQUEST.open);
  await endRequest(context, tx, row, open, { state: 'lapsed', receipt_number: null });
}

/**
 * Asks for changes: reopens these fields for its owner until then, and mails it. Refuses with 404,
 * 422 by field, and 409 `editing_open`, `decided`, `in_round`, `request_open`. A repeated key gets
 * the first answer.
 */
export async function requestChanges(
  context: UserContext,
  id: string,
  input: RequestInput,
): Promise<ApiResponse> {
  const { program_id } = await requireProposal(context.db.read, 'all', id);
  const once = { call: 'requests.create', content: [id, input] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    // Before the proposal, as a round does that is being opened.
    await store.keepProgram(tx, program_id);
    const row = await lockProposal(context, tx, 'all', id);
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
    await requests.insertRequest(tx, request);
    await touch(tx, row.id);
    await audit(tx, context, 'requests.create', 'proposal', row.id, {
      request: request.id,
      fields_asked: input.fields.join(', '),
      due_at: input.due_at,
      text: digestOf(input.text),
    });
    const letter = changesRequested(
      row.first_name,
      await toAsked(tx, row, request),
      context.publicUrl + SCREENS.ownProposal(row),
    );
    await queueMail(tx, { ...letter, to: row.email }, context.clock());
    return { status: 201, body: present(request, context.clock()) };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

async function touch(tx: Executor, id: string): Promise<void> {
  await requests.touchProposal(tx, id);
  await raiseVersion(tx, 'proposals');
}

/** The open request of this id. Refuses with 404, and 409 `request_closed` if it is over. */
async function requireOpen(
  tx: Executor,
  proposalId: string,
  requestId: string,
  now: Date,
): Promise<requests.RequestRow> {
  const found = (await requests.listRequests(tx, proposalId)).find(({ id }) => id === requestId);
  if (!found) throw new Problem('not_found', REQUEST.notFound);
  if (found.state !== 'open' || found.due_at <= now)
    throw new Problem('request_closed', REQUEST.closed);
  return found;
}

/**
 * "I have answered": ends the reopening. Where something was changed, a receipt and a version of it
 * follow. The assignee is told. Refuses with 404 and 409 `request_closed`; a repeated key gets the
 * first answer.
 */
export async function answerRequest(
  context: UserContext,
  id: string,
  requestId: string,
): Promise<ApiResponse> {
  const once = { call: 'requests.answer', content: [id, requestId] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    // Locked first, like everything about an account.
    const applicant = await store.lockApplicantFacts(tx, context.actor.id);
    const row = await lockProposal(context, tx, { ownerId: context.actor.id }, id);
    const request = await requireOpen(tx, row.id, requestId, context.receivedAt);
    const receipt_number = (await hasChanged(tx, row))
      ? await renewReceipt(context, tx, row, applicant)
      : null;
    await endRequest(context, tx, row, request, { state: 'answered', receipt_number });
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
  const documents = {
    pitch_deck: { size: row.pitch_deck_size, sha256: row.pitch_deck_sha256 },
    financials: { size: row.financials_size, sha256: row.financials_sha256 },
  };
  const { number } = await issueForEdit(context, tx, { row, documents, applicant });
  await store.changeProposal(tx, row.id, {
    receipt_number: number,
    search_text: searchTextOf({ ...row, receipt_number: number }),
    updated_at: context.clock(),
    version: row.version + 1,
  });
  return number;
}

async function tellReaders(
  { publicUrl, clock }: UserContext,
  tx: Executor,
  row: store.ProposalRow,
): Promise<void> {
  const name = `${row.first_name} ${row.last_name}`.trim();
  const about = { program: row.title, businessName: row.business_name };
  const letter = requestAnswered(
    { name, email: row.email },
    about,
    publicUrl + SCREENS.submission(row),
  );
  const readers = await listReaders(tx, row.assigned_to);
  await queueMails(
    tx,
    readers.map(({ email }) => ({ ...letter, to: email })),
    clock(),
  );
}

/** Takes a request back. Refuses with 404 and 409 `request_closed`. */
export async function cancelRequest(
  context: UserContext,
  id: string,
  requestId: string,
): Promise<void> {
  if (!isId(requestId)) throw new Problem('not_found', REQUEST.notFound);
  await context.db.write(async (tx) => {
    const row = await lockProposal(context, tx, 'all', id);
    const request = await requireOpen(tx, row.id, requestId, context.clock());
    await endRequest(context, tx, row, request, { state: 'cancelled', receipt_number: null });
    await raiseVersion(tx, 'proposals');
    const about = { program: row.title, businessName: row.business_name };
    const url = context.publicUrl + SCREENS.ownProposal(row);
    const letter = requestEnded(row.first_name, about, 'cancelled', url);
    await queueMail(tx, { ...letter, to: row.email }, context.clock());
  });
  context.notifyMail();
}
