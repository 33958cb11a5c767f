/** The mail that confirms a submission: sent once automatically, and again on request. */
import { CONFIRMATION } from '#domain/proposals/confirmation-messages.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { queueMail } from '../mail/store.ts';
import { countConfirmation } from '../rate-limits/service.ts';
import { findReceipt, type ReceiptRow } from '../receipts/store.ts';
import { restoreText } from '../text/stored-text.ts';
import { DESCRIPTION } from './presentation.ts';
import { submissionReceived } from './mails.ts';
import { requireProposal } from './service.ts';
import { lockApplicantFacts, type ProposalRow } from './store.ts';

type Confirmation = {
  row: Pick<
    ProposalRow,
    'id' | 'title' | 'business_name' | 'business_location' | 'business_website' | 'received_at'
  >;
  to: { first_name: string; email: string };
  receipt: Pick<ReceiptRow, 'number' | 'signature' | 'received_at'> | undefined;
  /** As plain text. */
  description: string;
  answers: Answer[];
  isAgain?: boolean;
};

/** Those of a proposal, for a mail; `description` is plain text. */
export const answersOf = (
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

export const toMailed = (
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
  { row, to, receipt, description, answers, isAgain }: Confirmation,
): Promise<void> {
  const received = {
    at: row.received_at,
    receipt: receipt ? toMailed(publicUrl, receipt) : null,
    isAgain,
  };
  const url = publicUrl + SCREENS.ownProposal(row);
  const words = submissionReceived(
    to.first_name,
    answersOf(row, description, answers),
    received,
    url,
  );
  const topic = `proposals.confirm:${row.id}`;
  await queueMail(tx, { ...words, to: to.email, topic }, clock());
}

/**
 * Mails the confirmation of the caller's own proposal again, to the account's current address.
 * Refuses with 404, and with 429 after too many within an hour.
 */
export async function sendConfirmationAgain(
  context: UserContext,
  id: string,
): Promise<{ message: string }> {
  const owned = { ownerId: context.actor.id };
  const found = await requireProposal(context.db.read, owned, id);
  const { plain } = await restoreText(
    context,
    DESCRIPTION,
    found.business_description,
    found.rich_text_mark,
  );
  await context.db.write(async (tx) => {
    // Nothing may be queued for an account that is being closed.
    await lockApplicantFacts(tx, context.actor.id);
    const row = await requireProposal(tx, owned, id);
    await countConfirmation(context, tx, context.actor.id);
    const receipt = row.receipt_number ? await findReceipt(tx, row.receipt_number) : undefined;
    await queueConfirmation(context, tx, {
      row,
      to: row,
      receipt,
      description: plain,
      answers: row.answers,
      isAgain: true,
    });
    await audit(tx, context, 'proposals.confirm', 'proposal', id);
  });
  context.notifyMail();
  return { message: CONFIRMATION.sent(found.email) };
}
