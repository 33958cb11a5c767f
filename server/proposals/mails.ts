/** The words of the mails about proposals. */
import { formatDate, formatDateTime } from '#domain/dates.ts';
import { formatApproval, formatStage, type FundingStage } from '#domain/proposals/rules.ts';
import { renderMail } from '../mail/layout.ts';

type ProposalMail = { subject: string; text: string; html: string };

/** Seconds after which telling about a proposal is pointless. */
export const MAIL_LIFETIME_SECONDS = 3 * 86_400;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

type Answers = {
  program: string;
  businessName: string;
  location: string;
  website: string | null;
  description: string;
};

/**
 * 'We have it', with the receipt and a copy of the answers. `description` is plain text; `url` leads to the
 * proposal.
 */
export function submissionReceived(
  firstName: string,
  answers: Answers,
  receipt: { number: string; signature: string; receivedAt: Date; url: string },
  url: string,
): ProposalMail {
  return renderMail({
    subject: `Your proposal for ${oneLine(answers.program)} has been received`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We received your proposal on ${formatDate(receipt.receivedAt)}, with its pitch deck and financials. This is a copy of your answers:`,
      `Program: ${answers.program}`,
      `Business name: ${answers.businessName}`,
      `Business location: ${answers.location}`,
      `Website: ${answers.website ?? 'none'}`,
      `Business description: ${answers.description || 'none'}`,
      `Receipt: ${receipt.number}\nReceived: ${formatDateTime(receipt.receivedAt)} GMT\nSignature: ${receipt.signature}`,
      `Anybody can check this receipt at ${receipt.url}`,
    ],
    action: { label: 'View your proposal', url },
  });
}

type Decision = { program: string; businessName: string; isApproved: boolean; stage: FundingStage };

/** Tells the applicant how the proposal stands after an admin changed its approval or stage. */
export function proposalReviewed(firstName: string, decision: Decision, url: string): ProposalMail {
  return renderMail({
    subject: `News about your proposal ${oneLine(decision.businessName)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Your proposal ${decision.businessName} for ${decision.program} has been reviewed.`,
      `Status: ${formatApproval(decision.isApproved)}`,
      `Funding stage: ${formatStage(decision.stage)}`,
    ],
    action: { label: 'View your proposal', url },
  });
}
