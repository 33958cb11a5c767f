/** The mail that confirms a submission: sent once automatically, and again on request. */
import { HOUR_MS, MINUTE_MS } from '#domain/constants.ts';
import { dayOf, startOfDay } from '#domain/dates.ts';
import { isEditingLocked, ownDeadline } from '#domain/programs/rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { CONFIRMATION } from '#domain/receipts/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { queueMail, queueMails, dropUnsent, findNewestAt } from '../mail/store.ts';
import { membersOf } from '../members/store.ts';
import { coveredBy } from '../questions/service.ts';
import { countConfirmation } from '../rate-limits/service.ts';
import { fileDigests, requireFewReceipts, signReceipt, type Digests } from '../receipts/service.ts';
import {
  COMPLETE,
  findReceipt,
  type ReceiptRow,
  countReceiptsOf,
  insertReceipt,
  replaceReceiptOf,
} from '../receipts/store.ts';
import { htmlWords } from '../text/plain-text.ts';
import { restoreText } from '../text/stored-text.ts';
import { submissionReceived, changesReceived } from './mails.ts';
import { DESCRIPTION, requireProposal } from './presentation.ts';
import {
  findPromises,
  lockApplicantFacts,
  type ProposalRow,
  type ApplicantFacts,
} from './store.ts';

type Confirmation = {
  row: Pick<
    ProposalRow,
    | 'id'
    | 'user_id'
    | 'title'
    | 'business_name'
    | 'business_location'
    | 'business_website'
    | 'received_at'
  >;
  to: { first_name: string; email: string | null };
  receipt: Pick<ReceiptRow, 'number' | 'signature' | 'received_at'> | undefined;
  /** As plain text. */
  description: string;
  answers: Answer[];
  isAgain?: boolean;
  /** Somebody at the firm has entered it. */
  typedBy?: { hasPassword: boolean } | undefined;
};

/** Those of a proposal, for a mail; `description` is plain text. */
const answersOf = (
  row: Pick<Confirmation['row'], 'title' | `business_${'name' | 'location' | 'website'}`>,
  description: string,
  own: Answer[],
) => ({
  program: row.title,
  businessName: row.business_name,
  location: row.business_location,
  website: row.business_website,
  description,
  own,
});

const toMailed = (
  publicUrl: string,
  receipt: Pick<ReceiptRow, 'number' | 'signature' | 'received_at'>,
) => ({
  number: receipt.number,
  signature: receipt.signature,
  at: receipt.received_at,
  url: publicUrl + SCREENS.receipt(receipt),
});

export async function queueConfirmation(
  { clock, publicUrl }: Pick<Services, 'clock' | 'publicUrl'>,
  tx: Executor,
  { row, to, receipt, description, answers, isAgain, typedBy }: Confirmation,
): Promise<void> {
  const received = {
    at: row.received_at,
    receipt: receipt ? toMailed(publicUrl, receipt) : null,
    isAgain,
    typedBy,
    promises: await promisesOf(tx, row, clock()),
  };
  const url = publicUrl + SCREENS.ownProposal(row);
  const topic = `proposals.confirm:${row.id}`;
  const others = isAgain ? [] : await membersOf(tx, [row.id]);
  const copy = answersOf(row, description, answers);
  const mails = [to, ...others].map(({ first_name, email }) => ({
    ...submissionReceived(first_name, copy, received, url),
    ...{ to: email, topic },
  }));
  await queueMails(tx, mails, clock());
}

async function promisesOf(tx: Executor, { id, user_id }: Confirmation['row'], now: Date) {
  const found = (await findPromises(tx, id, user_id))!;
  const deadline = ownDeadline(found);
  return {
    decisionBy: found.decision_by && found.decision_by >= dayOf(now) ? found.decision_by : null,
    editableUntil: isEditingLocked(deadline, now) ? null : startOfDay(deadline),
  };
}

/** Mails the confirmation again, to the current address of the caller's account. */
export async function sendConfirmationAgain(context: UserContext, id: string) {
  const reached = { reachedBy: context.actor.id };
  const found = await requireProposal(context.db.read, reached, id);
  const { plain } = await restoreText(
    context,
    DESCRIPTION,
    found.business_description,
    found.rich_text_mark,
  );
  const to = await context.db.write(async (tx) => {
    // Nothing may be queued for an account that is being closed.
    const caller = await lockApplicantFacts(tx, context.actor.id);
    const row = await requireProposal(tx, reached, id);
    await countConfirmation(context, tx, context.actor.id);
    const receipt = row.receipt_number ? await findReceipt(tx, row.receipt_number) : undefined;
    await queueConfirmation(context, tx, {
      row,
      to: caller,
      receipt,
      description: plain,
      answers: row.answers,
      isAgain: true,
    });
    await audit(tx, context, 'proposals.confirm', 'proposal', id);
    return caller.email;
  });
  context.notifyMail();
  return { message: CONFIRMATION.sent(to ?? '') };
}

/** Between two mails about edits of one proposal. */
const PAUSE_MS = 10 * MINUTE_MS;

/** Of everything that a proposal has, as its answers say. */
export const digestsFor = (row: ProposalRow): Digests => ({
  pitch_deck: { size: row.pitch_deck_size, sha256: row.pitch_deck_sha256 },
  financials: { size: row.financials_size, sha256: row.financials_sha256 },
  ...fileDigests(row.answers),
});

type EditRecord = {
  /** The proposal with the changes. */
  row: ProposalRow;
  documents: Digests;
  applicant: ApplicantFacts;
  /** When it came in and when it was entered, of one that somebody at the firm enters. */
  typed?: { receivedAt: Date; typedAt: Date };
};

export async function issueForEdit(context: UserContext, tx: Executor, edited: EditRecord) {
  const { clock } = context;
  const { row, documents, typed } = edited;
  const receivedAt = typed?.receivedAt ?? context.receivedAt;
  const since = new Date(clock().getTime() - HOUR_MS);
  if (!typed) requireFewReceipts((await countReceiptsOf(tx, row.user_id, since)).recent);
  const signed = signReceipt(context, {
    userId: row.user_id,
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
    typedAt: typed?.typedAt,
  });
  const receipt: ReceiptRow = {
    ...signed,
    ...COMPLETE,
    ...{ proposal_id: row.id, draft_id: null, completed_at: typed?.typedAt ?? receivedAt },
  };
  await replaceReceiptOf(tx, row.id, receipt.number);
  await insertReceipt(tx, receipt);
  await queueEditMail(context, tx, edited, receipt);
  return receipt;
}

const topicOf = (id: string): string => `proposals.edit:${id}`;

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
