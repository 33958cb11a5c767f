/** The thread of messages between an applicant and the firm about one proposal: contract §10. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { site } from '#content/site.ts';
import { SCREENS } from '#domain/screens.ts';
import { HOUR_MS } from '#domain/constants.ts';
import { MEMBERS } from '#domain/members/rules.ts';
import { THREAD } from '#domain/threads/rules.ts';
import { messageInput, threadMessage, type MessageSide } from '#domain/threads/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { call, calls } from '../http/calls.ts';
import { listed } from '../http/endpoint.ts';
import { shownBy } from '../http/resource.ts';
import { writeOnce } from '../http/idempotency.ts';
import { renderMail } from '../mail/layout.ts';
import { queueMails, topicAbout } from '../mail/store.ts';
import { touchProposal } from '../proposals/history-store.ts';
import { listReaders, type ProposalRow } from '../proposals/store.ts';
import { lockProposal, requireProposal } from '../proposals/presentation.ts';
import { countTry, tooMany } from '../rate-limits/service.ts';
import * as store from './store.ts';

/** Whoever is not the proposal's owner speaks for the firm. */
const sideOf = ({ actor }: UserContext): MessageSide =>
  actor.role === 'admin' ? 'firm' : 'applicant';

const scopeOf = ({ actor }: UserContext) =>
  actor.role === 'admin' ? 'all' : { reachedBy: actor.id };

const nameOf = (row: { first_name: string | null; last_name: string | null }) =>
  `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();

/** The firm speaks with one voice to applicants; admins see which of them wrote. */
const authorFor = (reader: MessageSide, row: store.MessageRow) =>
  row.side === 'firm' && (reader === 'applicant' || row.author_id === null)
    ? site.name
    : nameOf(row) || MEMBERS.formerMember;

const show = shownBy(threadMessage);

const present = (reader: MessageSide, row: store.MessageRow) =>
  show({ ...row, from: row.side, author: authorFor(reader, row) });

/** Marks what the other side wrote as read, unless the caller only peeks. */
async function readThread(context: UserContext, id: string, isPeek = false) {
  const { id: proposalId } = await requireProposal(context.db.read, scopeOf(context), id);
  const reader = sideOf(context);
  const other = reader === 'firm' ? 'applicant' : 'firm';
  if (!isPeek && (await store.hasUnread(context.db.read, proposalId, other)))
    await context.db.write(async (tx) => {
      await store.markRead(tx, proposalId, other, context.clock());
      await touchProposal(tx, proposalId);
      await raiseVersion(tx, 'proposals');
    });
  const rows = await store.listMessages(context.db.read, proposalId);
  return rows.map((row) => present(reader, row));
}

/** Mails it to the applicant, or to the assignee or all admins, once an hour at most. */
async function writeMessage(context: UserContext, id: string, text: string) {
  const once = { call: 'threads.create', content: [id, text] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const proposal = await lockProposal(context, tx, scopeOf(context), id);
    const side = sideOf(context);
    if (side === 'applicant') await countMessage(context, tx);
    const of = { proposal_id: proposal.id, side, author_id: context.actor.id };
    const row = { id: randomUUID(), ...of, at: context.clock(), text, read_at: null };
    await store.messages.insert(tx, row);
    await touchProposal(tx, proposal.id);
    await raiseVersion(tx, 'proposals');
    await audit(tx, context, 'messages.create', 'proposal', proposal.id, {
      from: side,
      text: digestOf(text),
    });
    await queueMails(tx, await mailsFor(context, tx, proposal, text), context.clock());
    return { status: 201, body: present(side, await store.getMessage(tx, row.id)) };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

async function countMessage(context: UserContext, tx: Executor) {
  const { retryAfter } = await countTry(context, tx, 'message', context.actor.id);
  if (retryAfter !== undefined)
    throw tooMany(context, 'message', retryAfter, { user: context.actor.id });
}

async function mailsFor(context: UserContext, tx: Executor, proposal: ProposalRow, text: string) {
  const { publicUrl, clock } = context;
  const about = { program: proposal.title, businessName: proposal.business_name, text };
  if (sideOf(context) === 'firm') {
    const url = publicUrl + SCREENS.ownProposal(proposal);
    return [{ to: proposal.email, ...toApplicant(proposal.first_name, about, url) }];
  }
  const topic = topicAbout('threads', proposal.id);
  const since = new Date(clock().getTime() - HOUR_MS);
  if (await store.wasMailed(tx, topic, since)) return [];
  const sender = { name: nameOf(proposal), email: proposal.email ?? proposal.phone_number };
  const words = toFirm(sender, about, publicUrl + SCREENS.submission(proposal));
  const readers = await listReaders(tx, proposal.assigned_to);
  return readers.map(({ email }) => ({ to: email, ...words, topic }));
}

type About = { program: string; businessName: string; text: string };

const KEPT = 'Reply in the portal, where all messages about this proposal are kept together.';

const toApplicant = (firstName: string, { businessName, program, text }: About, url: string) =>
  renderMail({
    subject: `A message about your proposal ${businessName}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `You have a message from us about your proposal “${businessName}” for ${program}:`,
      text,
      KEPT,
    ],
    action: { label: 'Read and reply', url },
  });

const toFirm = (
  { name, email }: { name: string; email: string },
  { businessName, program, text }: About,
  url: string,
) =>
  renderMail({
    subject: `A message from ${name} about ${businessName}`,
    paragraphs: [
      `${name} (${email}) has written about the proposal “${businessName}” for ${program}:`,
      text,
      `${KEPT} We email you about new messages on a proposal at most once an hour.`,
    ],
    action: { label: 'Read and reply', url },
  });

export const threadsCalls = calls({
  'GET /proposals/{id}/messages': call(
    'threads.read',
    {
      summary: 'List the messages about a proposal, oldest first, and mark those received as read',
      answer: z.array(threadMessage),
    },
    async (context: UserContext, { params, request }) => {
      // Who asks for the head alone has read nothing.
      const items = await readThread(context, params.id!, request.method === 'HEAD');
      return listed(items, items.length);
    },
  ),
  'POST /proposals/{id}/messages': call(
    'threads.write',
    {
      summary: 'Send a message about a proposal',
      body: messageInput,
      refusal: THREAD.failed,
      answer: threadMessage,
      status: 201,
      idempotent: true,
      refuses: [429],
    },
    async (context: UserContext, { params, body }) => writeMessage(context, params.id!, body.text),
  ),
});
