/** The thread of messages between an applicant and the firm about one proposal: contract §10. */
import { randomUUID } from 'node:crypto';
import { site } from '#content/site.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { SCREENS } from '#domain/screens.ts';
import type { MessageSide, ThreadMessage } from '#domain/threads/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { queueMails, type Mail } from '../mail/store.ts';
import { listReaders } from '../proposals/admin-store.ts';
import { lockProposal, requireProposal } from '../proposals/service.ts';
import type { ProposalRow, Scope } from '../proposals/store.ts';
import { countTry, tooMany } from '../rate-limits/service.ts';
import { messageToApplicant, messageToFirm } from './mails.ts';
import * as store from './store.ts';

const FIRM_MAIL_EVERY_MS = HOUR_MS;

/** Whoever is not the proposal's owner speaks for the firm. */
const sideOf = ({ actor }: UserContext): MessageSide =>
  actor.role === 'admin' ? 'firm' : 'applicant';

const scopeOf = ({ actor }: UserContext): Scope =>
  actor.role === 'admin' ? 'all' : { ownerId: actor.id };

const nameOf = (row: { first_name: string | null; last_name: string | null }): string =>
  `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();

/** The firm speaks with one voice to applicants; admins see which of them wrote. */
const authorFor = (reader: MessageSide, row: store.MessageRow): string =>
  row.side === 'firm' && (reader === 'applicant' || row.author_id === null)
    ? site.name
    : nameOf(row);

const present = (reader: MessageSide, row: store.MessageRow): ThreadMessage => ({
  id: row.id,
  at: row.at.toISOString(),
  from: row.side,
  author: authorFor(reader, row),
  text: row.text,
  read_at: row.read_at?.toISOString() ?? null,
});

/** Marks what the other side wrote as read, unless the caller only peeks. Refuses with 404. */
export async function readThread(
  context: UserContext,
  id: string,
  isPeek = false,
): Promise<ThreadMessage[]> {
  const { id: proposalId } = await requireProposal(context.db.read, scopeOf(context), id);
  const reader = sideOf(context);
  const other = reader === 'firm' ? 'applicant' : 'firm';
  if (!isPeek && (await store.hasUnread(context.db.read, proposalId, other)))
    await context.db.write(async (tx) => {
      await store.markRead(tx, proposalId, other, context.clock());
      await store.touchThread(tx, proposalId);
      await raiseVersion(tx, 'proposals');
    });
  const rows = await store.listMessages(context.db.read, proposalId);
  return rows.map((row) => present(reader, row));
}

/**
 * Mails it to the applicant, or to the assignee or all admins, once an hour at most. Refuses with
 * 404, and with 429 more than 30 of an applicant's in an hour. A repeated key gets the first
 * answer.
 */
export async function writeMessage(
  context: UserContext,
  id: string,
  text: string,
): Promise<ApiResponse> {
  const once = { call: 'threads.create', content: [id, text] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const proposal = await lockProposal(context, tx, scopeOf(context), id);
    const side = sideOf(context);
    if (side === 'applicant') await countMessage(context, tx);
    const row = {
      id: randomUUID(),
      proposal_id: proposal.id,
      at: context.clock(),
      side,
      author_id: context.actor.id,
      text,
      read_at: null,
    };
    await store.insertMessage(tx, row);
    await store.touchThread(tx, proposal.id);
    await raiseVersion(tx, 'proposals');
    await audit(tx, context, 'messages.create', 'proposal', proposal.id, {
      from: side,
      text: digestOf(text),
    });
    await queueMails(tx, await mailsFor(context, tx, proposal, text), context.clock());
    return { status: 201, body: present(side, await store.requireMessage(tx, row.id)) };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

async function countMessage(context: UserContext, tx: Executor): Promise<void> {
  const { retryAfter } = await countTry(context, tx, 'message', context.actor.id);
  if (retryAfter !== undefined)
    throw tooMany(context, 'message', retryAfter, { user: context.actor.id });
}

async function mailsFor(
  context: UserContext,
  tx: Executor,
  proposal: ProposalRow,
  text: string,
): Promise<Mail[]> {
  const { publicUrl, clock } = context;
  const about = { program: proposal.title, businessName: proposal.business_name, text };
  if (sideOf(context) === 'firm') {
    const url = publicUrl + SCREENS.ownProposal(proposal);
    return [{ to: proposal.email, ...messageToApplicant(proposal.first_name, about, url) }];
  }
  const topic = `threads:${proposal.id}`;
  const since = new Date(clock().getTime() - FIRM_MAIL_EVERY_MS);
  if (await store.wasMailed(tx, topic, since)) return [];
  const sender = { name: nameOf(proposal), email: proposal.email };
  const words = messageToFirm(sender, about, publicUrl + SCREENS.submission(proposal));
  const readers = await listReaders(tx, proposal.assigned_to);
  return readers.map(({ email }) => ({ to: email, ...words, topic }));
}
