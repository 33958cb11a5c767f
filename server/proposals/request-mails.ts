/** Mails about requests for changes: readable on a phone without the portal. */
import { formatDateTime } from '#domain/dates.ts';
import { renderMail } from '../mail/layout.ts';

type RequestMail = ReturnType<typeof renderMail>;
type About = { program: string; businessName: string };
type RequestFacts = About & { text: string; fields: string[]; dueAt: Date };

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

const THREAD = 'If you have a question, ask it in the portal, on the page of your proposal.';

const inWords = new Intl.ListFormat('en-GB');

const whatAndWhen = ({ fields, dueAt }: RequestFacts): string =>
  `You can change ${inWords.format(fields)} until ${formatDateTime(dueAt)} GMT. When you are done, press “I have answered”.`;

export const changesRequested = (
  firstName: string,
  asked: RequestFacts,
  url: string,
): RequestMail =>
  renderMail({
    subject: `Please change your proposal ${oneLine(asked.businessName)} by ${formatDateTime(asked.dueAt)} GMT`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Please change your proposal “${asked.businessName}” for ${asked.program}:`,
      asked.text,
      whatAndWhen(asked),
      THREAD,
    ],
    action: { label: 'Change your proposal', url },
  });

export const requestReminder = (firstName: string, asked: RequestFacts, url: string): RequestMail =>
  renderMail({
    subject: `Still open: please change your proposal ${oneLine(asked.businessName)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We asked you to change your proposal “${asked.businessName}” for ${asked.program}, and you have not answered yet:`,
      asked.text,
      whatAndWhen(asked),
    ],
    action: { label: 'Change your proposal', url },
  });

const ENDINGS = {
  lapsed: 'The time to change it has run out.',
  cancelled: 'You no longer need to change it: we have withdrawn our request.',
} as const;

export const requestEnded = (
  firstName: string,
  { program, businessName }: About,
  ending: keyof typeof ENDINGS,
  url: string,
): RequestMail =>
  renderMail({
    subject: `Our request for changes to ${oneLine(businessName)} has closed`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We asked you to change your proposal ${businessName} for ${program}. ${ENDINGS[ending]}`,
      'Anything you saved since then stays in your proposal.',
    ],
    action: { label: 'View your proposal', url },
  });

export const requestAnswered = (
  applicant: { name: string; email: string },
  { program, businessName }: About,
  url: string,
): RequestMail =>
  renderMail({
    subject: `${oneLine(applicant.name)} has answered about ${oneLine(businessName)}`,
    paragraphs: [
      `${applicant.name} (${applicant.email}) has answered your request for changes to the proposal ${businessName} for ${program}. See what has changed in the portal.`,
    ],
    action: { label: 'View the proposal', url },
  });
