/** Mails about drafts and about submissions that wait for documents. */
import { formatDateTime } from '#domain/dates.ts';
import { describeMissing, type missingIn } from '#domain/drafts/missing-rules.ts';
import { renderMail } from '../mail/layout.ts';

type Letter = ReturnType<typeof renderMail>;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

type WaitingMail = {
  program: string;
  number: string;
  signature: string;
  receivedAt: Date;
  completeUntil: Date;
};

/** The receipt of a submission whose documents are still on their way; `url` leads to it. */
export const waitingForDocuments = (firstName: string, waiting: WaitingMail, url: string): Letter =>
  renderMail({
    subject: `Your answers for ${oneLine(waiting.program)} have been received`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We have received your answers for ${waiting.program}. Your documents can still arrive until ${formatDateTime(waiting.completeUntil)} GMT. Keep the page open until both have been uploaded. We’ll then email you again.`,
      `Receipt: ${waiting.number}\nReceived: ${formatDateTime(waiting.receivedAt)} GMT\nSignature: ${waiting.signature}`,
    ],
    action: { label: 'View your receipt', url },
  });

type ReminderMail = { program: string; deadline: Date; missing: ReturnType<typeof missingIn> };

/** `url` leads to the draft, `stopUrl` to where reminders end. */
export const deadlineReminder = (
  firstName: string,
  { program, deadline, missing }: ReminderMail,
  url: string,
  stopUrl: string,
): Letter =>
  renderMail({
    subject: `${oneLine(program)} closes on ${formatDateTime(deadline)} GMT`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `You have started a proposal for ${program} but not submitted it yet. The program closes on ${formatDateTime(deadline)} GMT.`,
      missing.length > 0
        ? describeMissing(missing)
        : 'Your draft is complete. All you have to do is submit.',
      `We send one of these emails for each program. To stop them: ${stopUrl}`,
    ],
    action: { label: 'Continue', url },
  });

type DeadlineMail = { program: string; from: Date; to: Date; isOpen: boolean };

/** `url` leads to the draft. */
export const deadlineMoved = (
  firstName: string,
  { program, from, to, isOpen }: DeadlineMail,
  url: string,
): Letter =>
  renderMail({
    subject: isOpen
      ? `${oneLine(program)} now closes on ${formatDateTime(to)} GMT`
      : `${oneLine(program)} has closed`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The deadline of ${program} has moved from ${formatDateTime(from)} GMT to ${formatDateTime(to)} GMT.`,
      isOpen
        ? 'You have started a proposal for it but not submitted it yet. You can submit it until then.'
        : 'It no longer accepts proposals. You can still read what you wrote in your draft.',
    ],
    action: { label: isOpen ? 'Continue' : 'View your draft', url },
  });

type LapseMail = { program: string; number: string; reason: string };

/** `url` leads to the draft, which is still there. */
export const submissionLapsed = (firstName: string, lapsed: LapseMail, url: string): Letter =>
  renderMail({
    subject: `Your proposal for ${oneLine(lapsed.program)} was not submitted`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Your receipt ${lapsed.number} for ${lapsed.program} has lapsed. ${lapsed.reason}`,
      'Your answers are still in your draft, where you can read and copy them. While the program is open, you can submit it again there.',
    ],
    action: { label: 'View your draft', url },
  });
