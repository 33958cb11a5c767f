/** An edit gets a receipt of its own, which replaces the one before and is mailed. */
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { dropUnsent, findNewestAt, queueMail } from '../mail/store.ts';
import { coveredBy } from '../questions/answers.ts';
import { requireFewReceipts, signReceipt } from '../receipts/service.ts';
import {
  countReceiptsOf,
  insertReceipt,
  replaceReceiptOf,
  type ReceiptRow,
} from '../receipts/store.ts';
import { htmlWords } from '../text/plain-text.ts';
import { answersOf, toMailed } from './confirmation-service.ts';
import { changesReceived } from './mails.ts';
import type { ApplicantFacts, ProposalRow } from './store.ts';

/** Between two mails about edits of one proposal. */
const PAUSE_MS = 10 * MINUTE_MS;

type EditRecord = {
  /** The proposal with the changes. */
  row: ProposalRow;
  documents: Record<DocumentKind, { size: number; sha256: string }>;
  applicant: ApplicantFacts;
};

/**
 * Issues the receipt of an edit and queues its mail. Refuses with 429 more than anybody needs in an
 * hour.
 */
export async function issueForEdit(
  context: UserContext,
  tx: Executor,
  edited: EditRecord,
): Promise<ReceiptRow> {
  const { actor, clock, receivedAt } = context;
  const { row, documents } = edited;
  const since = new Date(clock().getTime() - HOUR_MS);
  requireFewReceipts((await countReceiptsOf(tx, actor.id, since)).recent);
  const signed = signReceipt(context, {
    userId: actor.id,
    program: { id: row.program_id, title: row.title },
    receivedAt,
    content: {
      business_name: row.business_name,
      business_location: row.business_location,
      business_website: row.business_website,
      business_description: row.business_description,
      ...coveredBy({ answers: row.answers, isAsked: row.asks_questions }),
    },
    documents,
  });
  const receipt: ReceiptRow = {
    ...signed,
    state: 'complete',
    proposal_id: row.id,
    draft_id: null,
    completed_at: receivedAt,
    complete_until: null,
    answers: null,
  };
  await replaceReceiptOf(tx, row.id, receipt.number);
  await insertReceipt(tx, receipt);
  await queueEditMail(context, tx, edited, receipt);
  return receipt;
}

const topicOf = (id: string): string => `proposals.edit:${id}`;

/** For a proposal that is being deleted. */
export const dropEditMail = async (tx: Executor, id: string, now: Date): Promise<void> =>
  void (await dropUnsent(tx, [topicOf(id)], now));

/** Only the newest is mailed, and at most one in ten minutes. */
async function queueEditMail(
  { clock, publicUrl }: UserContext,
  tx: Executor,
  { row, applicant }: EditRecord,
  receipt: ReceiptRow,
): Promise<void> {
  const [now, topic] = [clock(), topicOf(row.id)];
  await dropUnsent(tx, [topic], now);
  const before = await findNewestAt(tx, topic);
  const next = before ? before.getTime() + PAUSE_MS : 0;
  const words = changesReceived(
    applicant.first_name,
    answersOf(row, htmlWords(row.business_description), row.answers),
    toMailed(publicUrl, receipt),
    publicUrl + SCREENS.ownProposal(row),
  );
  const dueAt = new Date(Math.max(now.getTime(), next));
  await queueMail(tx, { ...words, to: applicant.email, topic, dueAt }, now);
}
