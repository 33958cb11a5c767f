import { site } from '#content/site.ts';
import { formatDate, formatDateTime } from '#domain/dates.ts';
import { formatDecision, type Decision } from '#domain/proposals/decision-rules.ts';
import { formatApproval, formatStage, type FundingStage } from '#domain/proposals/rules.ts';
import { formatAnswer } from '#domain/questions/answers.ts';
import { QUESTIONS } from '#domain/questions/rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { CONFIRMATION } from '#domain/receipts/rules.ts';
import { renderMail, splitGreeting } from '../mail/layout.ts';

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
  isAgain?: boolean | undefined;
  /** Somebody at the firm has entered it for them. */
  typedBy?: { hasPassword: boolean } | undefined;
  promises: { decisionBy: string | null; editableUntil: Date | null };
};

/**
 * The confirmation, with the receipt and a copy of the answers. `description` is plain text; `url`
 * leads to the proposal.
 */
export function submissionReceived(
  firstName: string,
  answers: Answers,
  { at, receipt, isAgain = false, promises, typedBy }: ReceivedMail,
  url: string,
) {
  const copy = isAgain
    ? 'You asked for this confirmation again. This is a copy of your answers as they are now:'
    : 'This is a copy of your answers:';
  return renderMail({
    subject: typedBy
      ? `We received your proposal for ${answers.program}`
      : `Your proposal for ${answers.program} has been received`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      ...(typedBy ? [`Somebody at ${site.name} has entered it for you.`] : []),
      `We received your proposal on ${formatDate(at)}, with its pitch deck and financials. ${copy}`,
      ...answerLines(answers),
      ...(receipt ? receiptLines(receipt) : []),
      nextLines(promises),
      ...(typedBy && !typedBy.hasPassword ? [CHOOSE_PASSWORD] : []),
    ],
    action: { label: 'View your proposal', url },
  });
}

const CHOOSE_PASSWORD =
  'To follow it online, choose a password first: go to the log-in page, choose “Forgot password”, and enter this email address.';

/** By when they hear, until when they can edit, and whom to ask. */
const nextLines = ({ decisionBy, editableUntil }: ReceivedMail['promises']): string =>
  [
    `We’ll email you when there is a decision${decisionBy ? `, by ${formatDate(decisionBy)}` : ''}.`,
    editableUntil
      ? `You can edit your proposal until ${formatDateTime(editableUntil)} GMT.`
      : 'Your proposal can no longer be edited.',
    `Questions? Call us on ${site.phone}.`,
  ].join(' ');

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
 * After an edit: the new receipt, with a copy of the answers that it covers. `url` leads to the
 * proposal.
 */
export function changesReceived(
  firstName: string,
  answers: Answers,
  receipt: MailedReceipt,
  url: string,
) {
  return renderMail({
    subject: `Your changes to your proposal for ${answers.program} have been received`,
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
export function proposalReviewed(firstName: string, news: News, url: string) {
  const { program, businessName, decision, reason, stage, text, kind } = news;
  const { greeting = `Hello ${firstName},`, rest } = splitGreeting(text ?? '');
  return renderMail({
    subject: `${SUBJECTS[kind]} ${businessName}`,
    greeting,
    paragraphs: [
      OPENINGS[kind](`your proposal “${businessName}” for ${program}`),
      ...(rest === '' ? [] : [rest]),
      `Status: ${statusOf(decision)}`,
      ...(reason === null ? [`Funding stage: ${formatStage(stage)}`] : [`Reason: ${reason}`]),
    ],
    action: { label: 'View your proposal', url },
  });
}

type About = { program: string; businessName: string };
type RequestFacts = About & { text: string; fields: string[]; dueAt: Date };

const THREAD = 'If you have a question, ask it in the portal, on the page of your proposal.';

const inWords = new Intl.ListFormat('en-GB');

const whatAndWhen = ({ fields, dueAt }: RequestFacts): string =>
  `You can change ${inWords.format(fields)} until ${formatDateTime(dueAt)} GMT. When you are done, press “Send my changes”.`;

export const changesRequested = (firstName: string, asked: RequestFacts, url: string) =>
  renderMail({
    subject: `Please change your proposal ${asked.businessName} by ${formatDateTime(asked.dueAt)} GMT`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Please change your proposal “${asked.businessName}” for ${asked.program}:`,
      asked.text,
      whatAndWhen(asked),
      THREAD,
    ],
    action: { label: 'Change your proposal', url },
  });

export const requestReminder = (firstName: string, asked: RequestFacts, url: string) =>
  renderMail({
    subject: `Still open: please change your proposal ${asked.businessName}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We asked you to change your proposal “${asked.businessName}” for ${asked.program}, and you have not answered yet:`,
      asked.text,
      whatAndWhen(asked),
    ],
    action: { label: 'Change your proposal', url },
  });

const ENDINGS = {
  lapsed:
    'The time to change it has run out. If you still have something to tell us, write to us in the portal, on the page of your proposal.',
  cancelled: 'You no longer need to change it: we have withdrawn our request.',
} as const;

export const requestEnded = (
  firstName: string,
  { program, businessName }: About,
  ending: keyof typeof ENDINGS,
  url: string,
) =>
  renderMail({
    subject: `Our request for changes to ${businessName} has closed`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We asked you to change your proposal ${businessName} for ${program}. ${ENDINGS[ending]}`,
      'Anything you saved since then stays in your proposal.',
    ],
    action: { label: 'View your proposal', url },
  });

/** For the firm. `isChanged`: something was saved, although nobody said that it was all. */
export const requestLapsed = (
  applicant: { name: string; email: string },
  { program, businessName }: About,
  isChanged: boolean,
  url: string,
) =>
  renderMail({
    subject: `No answer about ${businessName}: the time has run out`,
    paragraphs: [
      `${applicant.name} (${applicant.email}) has not answered your request for changes to the proposal ${businessName} for ${program} in time.`,
      isChanged
        ? 'They saved some changes, which stay in the proposal. See them in the portal.'
        : 'They did not change anything.',
    ],
    action: { label: 'View the proposal', url },
  });

export const requestAnswered = (
  applicant: { name: string; email: string },
  { program, businessName }: About,
  url: string,
) =>
  renderMail({
    subject: `${applicant.name} has answered about ${businessName}`,
    paragraphs: [
      `${applicant.name} (${applicant.email}) has answered your request for changes to the proposal ${businessName} for ${program}. See what has changed in the portal.`,
    ],
    action: { label: 'View the proposal', url },
  });
