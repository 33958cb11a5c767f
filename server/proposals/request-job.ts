/** What requests for changes do by themselves: they remind, and they lapse. */
import { HOUR_MS } from '#domain/durations.ts';
import { REQUEST_LIMITS } from '#domain/proposals/request-rules.ts';
import { FIELD_WORDS } from '#domain/proposals/timeline-messages.ts';
import { SCREENS } from '#domain/screens.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { queueMail } from '../mail/store.ts';
import { listQuestions } from '../questions/store.ts';
import { byItself, endRequest } from './request-end-service.ts';
import { requestEnded, requestReminder } from './request-mails.ts';
import * as requests from './request-store.ts';
import * as store from './store.ts';

/** Requests that the job handles in one round. */
const BATCH = 100;

/** A request as a mail tells it: fields by their words, questions by theirs. */
export async function toAsked(tx: Executor, row: store.ProposalRow, request: requests.RequestRow) {
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

/** For a job. */
export async function settleRequests(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const now = clock();
  const dueBefore = new Date(now.getTime() + REQUEST_LIMITS.remindHours * HOUR_MS);
  const window = { now, dueBefore, hours: REQUEST_LIMITS.remindHours };
  const overdue = await requests.listOverdue(db.read, now, BATCH);
  const unreminded = await requests.listUnreminded(db.read, window, BATCH);
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

/** The proposal, locked, and its open request. */
async function lockOpen({ db }: Services, tx: Executor, id: string) {
  await store.lockProposal(db, tx, 'all', id);
  const row = await store.findProposal(tx, 'all', id);
  const request = await requests.findOpenRequest(tx, id);
  return row && request && { row, request };
}

async function lapse(services: Services, tx: Executor, id: string): Promise<void> {
  const found = await lockOpen(services, tx, id);
  if (!found || found.request.due_at > services.clock()) return;
  const { row, request } = found;
  await endRequest(byItself(services), tx, row, request, {
    state: 'lapsed',
    receipt_number: null,
  });
  await raiseVersion(tx, 'proposals');
  const about = { program: row.title, businessName: row.business_name };
  const url = services.publicUrl + SCREENS.ownProposal(row);
  const letter = requestEnded(row.first_name, about, 'lapsed', url);
  await queueMail(tx, { ...letter, to: row.email }, services.clock());
}

/** Mark and mail in one transaction. */
async function remind(services: Services, tx: Executor, id: string): Promise<void> {
  const found = await lockOpen(services, tx, id);
  if (!found || found.request.reminded_at) return;
  const { row, request } = found;
  await requests.changeRequest(tx, request.id, { reminded_at: services.clock() });
  const url = services.publicUrl + SCREENS.ownProposal(row);
  const letter = requestReminder(row.first_name, await toAsked(tx, row, request), url);
  const mail = { ...letter, to: row.email, giveUpAt: request.due_at };
  await queueMail(tx, mail, services.clock());
}
