/** Mails about later deadlines of single applicants. */
import { formatDateTime } from '#domain/dates.ts';
import { renderMail } from '../mail/layout.ts';

type ExtensionMail = ReturnType<typeof renderMail>;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

type ExtensionFacts = { program: string; until: Date; reason: string };

/** `url` leads to their draft. */
export const deadlineExtended = (
  firstName: string,
  { program, until, reason }: ExtensionFacts,
  url: string,
): ExtensionMail =>
  renderMail({
    subject: `You have until ${formatDateTime(until)} GMT for ${oneLine(program)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We have extended the deadline of ${program} for you. You can submit your proposal until ${formatDateTime(until)} GMT.`,
      `The reason: ${reason}`,
    ],
    action: { label: 'Continue', url },
  });

/** `deadline`: the one that counts for them again. */
export const extensionWithdrawn = (
  firstName: string,
  { program, deadline }: { program: string; deadline: Date },
  url: string,
): ExtensionMail =>
  renderMail({
    subject: `Your extension for ${oneLine(program)} has been withdrawn`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The deadline of ${program} is no longer extended for you. Your deadline is now ${formatDateTime(deadline)} GMT.`,
      'What you have submitted stays submitted.',
    ],
    action: { label: 'Open the portal', url },
  });
