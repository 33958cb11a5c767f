/** Texts of the mails about proposals. */
import { QUESTIONS } from '#domain/questions/limit-rules.ts';
import { formatDate, formatDateTime } from '#domain/dates.ts';
import { CONFIRMATION } from '#domain/proposals/confirmation-messages.ts';
import { formatDecision, type Decision } from '#domain/proposals/decision-rules.ts';
import { formatApproval, formatStage, type FundingStage } from '#domain/proposals/rules.ts';
import { formatAnswer } from '#domain/questions/answer-rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { renderMail } from '../mail/layout.ts';

type ProposalMail = { subject: string; text: string; html: string };

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

type Answers = {
  program: string;
  businessName: string;
  location: string;
  website: string | null;
  description: string;
  /** To the program's own questions. */
  own: Answer[];
};

/** `url` leads to its page. */
type MailedReceipt = { number: string; signature: string; at: Date; url: string };

type ReceivedMail = {
  at: Date;
  /** Null if the submission predates receipts. */
  receipt: MailedReceipt | null;
  /** The applicant has requested it again: the answers may have changed. */
  isAgain?: boolean;
};

/**
 * The confirmation, with the receipt and a copy of the answers. `description` is plain text; `url`
 * leads to the proposal.
 */
export function submissionReceived(
  firstName: string,
  answers: Answers,
  { at, receipt, isAgain = false }: ReceivedMail,
  url: string,
): ProposalMail {
  const copy = isAgain
    ? 'You asked for this confirmation again. This is a copy of your answers as they are now:'
    : 'This is a copy of your answers:';
  return renderMail({
    subject: `Your proposal for ${oneLine(answers.program)} has been received`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We received your proposal on ${formatDate(at)}, with its pitch deck and financials. ${copy}`,
      ...answerLines(answers),
      ...(receipt ? receiptLines(receipt) : []),
    ],
    action: { label: 'View your proposal', url },
  });
}

const answerLines = (answers: Answers): string[] => [
  `Program: ${answers.program}`,
  `Business name: ${answers.businessName}`,
  `Business location: ${answers.location}`,
  `Website: ${answers.website ?? 'none'}`,
  `Business description: ${answers.description || 'none'}`,
  ...copyOf(answers.own),
];

const receiptLines = ({ number, signature, at, url }: MailedReceipt): string[] => [
  `Receipt: ${number}\nReceived: ${formatDateTime(at)} GMT\nSignature: ${signature}`,
  `Anyone can check this receipt at ${url}`,
];

/**
 * After an edit: the new receipt, with a copy of the answers that it is for. `url` leads to the
 * proposal.
 */
export function changesReceived(
  firstName: string,
  answers: Answers,
  receipt: MailedReceipt,
  url: string,
): ProposalMail {
  return renderMail({
    subject: `Your changes to your proposal for ${oneLine(answers.program)} have been received`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We received your changes on ${formatDate(receipt.at)}. They have a new receipt, which replaces the previous one. This is a copy of your answers:`,
      ...answerLines(answers),
      ...receiptLines(receipt),
    ],
    action: { label: 'View your proposal', url },
  });
}

/** The first characters of the answers; the rest is behind the link. */
function copyOf(answers: Answer[]): string[] {
  const whole = answers.map((one) => `${one.label}\n${formatAnswer(one)}`).join('\n\n');
  const characters = [...whole];
  if (characters.length <= QUESTIONS.mailed) return whole === '' ? [] : whole.split('\n\n');
  const first = characters.slice(0, QUESTIONS.mailed).join('');
  return [...`${first}…`.split('\n\n'), CONFIRMATION.shortened];
}

type News = {
  program: string;
  businessName: string;
  decision: Decision;
  reason: string | null;
  stage: FundingStage;
  /** The admin's own. */
  text: string | null;
  /** A correction contradicts a decision, or its reason, that was told before. */
  kind: keyof typeof SUBJECTS;
};

const statusOf = (decision: Decision): string => {
  if (decision === 'declined') return 'Declined';
  const status = formatApproval(decision === 'approved');
  return decision === 'approved' ? status : `${formatDecision(decision)} (${status})`;
};

const SUBJECTS = {
  decision: 'Decision on',
  stage: 'New stage for',
  correction: 'Correction about',
} as const;

const OPENINGS: Record<keyof typeof SUBJECTS, (proposal: string) => string> = {
  decision: (proposal) => `We have reviewed ${proposal}.`,
  stage: (proposal) => `The funding stage of ${proposal} has changed.`,
  correction: (proposal) =>
    `This is a correction. It replaces what we told you before about ${proposal}.`,
};

/** Tells the applicant the current state after an admin changed the decision or stage. */
export function proposalReviewed(firstName: string, news: News, url: string): ProposalMail {
  const { program, businessName, decision, reason, stage, text, kind } = news;
  return renderMail({
    subject: `${SUBJECTS[kind]} ${oneLine(businessName)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      OPENINGS[kind](`your proposal “${businessName}” for ${program}`),
      ...(text === null ? [] : [text]),
      `Status: ${statusOf(decision)}`,
      ...(reason === null ? [`Funding stage: ${formatStage(stage)}`] : [`Reason: ${reason}`]),
    ],
    action: { label: 'View your proposal', url },
  });
}
