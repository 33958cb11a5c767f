import { formatDateTime, formatMoment } from '#domain/dates.ts';
import { describeAwaited, describeMissing } from '#domain/drafts/rules.ts';
import { renderMail } from '../mail/layout.ts';

type WaitingMail = {
  program: string;
  number: string;
  signature: string;
  receivedAt: Date;
  completeUntil: Date;
  /** By their keys, and the words of questions. */
  missing: string[];
  words: Readonly<Record<string, string>>;
  receiptUrl: string;
};

/** The receipt of a submission whose documents are on their way; `url` leads to their upload. */
export const waitingForDocuments = (firstName: string, waiting: WaitingMail, url: string) =>
  renderMail({
    subject: `Your answers for ${waiting.program} have been received, your documents not yet`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We have received your answers for ${waiting.program}. ${describeAwaited(waiting.missing, waiting.completeUntil, waiting.words)}`,
      'Keep the page open until everything has been uploaded. We’ll then email you again.',
      `Receipt: ${waiting.number}\nReceived: ${formatDateTime(waiting.receivedAt)} GMT\nSignature: ${waiting.signature}`,
      `Anyone can check this receipt at ${waiting.receiptUrl}`,
    ],
    action: { label: 'Upload the documents', url },
  });

type ReminderMail = Pick<WaitingMail, 'program' | 'missing'> & { deadline: Date };

/** `url` leads to the draft, `stopUrl` to where reminders end. */
export const deadlineReminder = (
  firstName: string,
  { program, deadline, missing }: ReminderMail,
  url: string,
  stopUrl: string,
) =>
  renderMail({
    subject: `${program} closes on ${formatDateTime(deadline)} GMT`,
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
) =>
  renderMail({
    subject: isOpen
      ? `${program} now closes on ${formatDateTime(to)} GMT`
      : `${program} has closed`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The deadline of ${program} has moved from ${formatDateTime(from)} GMT to ${formatDateTime(to)} GMT.`,
      isOpen
        ? 'You have started a proposal for it but not submitted it yet. You can submit it until then.'
        : 'It no longer accepts proposals. You can still read what you wrote in your draft.',
    ],
    action: { label: isOpen ? 'Continue' : 'View your draft', url },
  });

type ShortenedMail = { program: string; from: Date; to: Date; editableUntil: Date | null };

/** For whoever has submitted. `url` leads to the proposal. */
export const editingShortened = (
  firstName: string,
  { program, from, to, editableUntil }: ShortenedMail,
  url: string,
) =>
  renderMail({
    subject: editableUntil
      ? `Less time to edit your proposal for ${program}`
      : `Your proposal for ${program} can no longer be edited`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The deadline of ${program} has moved from ${formatMoment(from)} to ${formatMoment(to)}.`,
      `Your proposal stays submitted. ${
        editableUntil
          ? `You can edit it until ${formatMoment(editableUntil)}.`
          : 'It can no longer be edited.'
      }`,
    ],
    action: { label: 'View your proposal', url },
  });

type LapseMail = { program: string; number: string; reason: string };

/** `url` leads to the draft, which is still there. */
export const submissionLapsed = (firstName: string, lapsed: LapseMail, url: string) =>
  renderMail({
    subject: `Your proposal for ${lapsed.program} was not submitted`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Your receipt ${lapsed.number} for ${lapsed.program} has lapsed. ${lapsed.reason}`,
      'Your answers are still in your draft, where you can read and copy them. While the program is open, you can submit it again there.',
    ],
    action: { label: 'View your draft', url },
  });
