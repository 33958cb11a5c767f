/** Texts of the mails about messages: readable on a phone without the portal. */
import { renderMail } from '../mail/layout.ts';

type About = { program: string; businessName: string; text: string };
type MessageMail = { subject: string; text: string; html: string };

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

const THREAD = 'Reply in the portal, where all messages about this proposal are kept together.';

export function messageToApplicant(firstName: string, about: About, url: string): MessageMail {
  return renderMail({
    subject: `A message about your proposal ${oneLine(about.businessName)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `You have a message from us about your proposal “${about.businessName}” for ${about.program}:`,
      about.text,
      THREAD,
    ],
    action: { label: 'Read and reply', url },
  });
}

export function messageToFirm(
  sender: { name: string; email: string },
  about: About,
  url: string,
): MessageMail {
  return renderMail({
    subject: `A message from ${oneLine(sender.name)} about ${oneLine(about.businessName)}`,
    paragraphs: [
      `${sender.name} (${sender.email}) has written about the proposal “${about.businessName}” for ${about.program}:`,
      about.text,
      `${THREAD} We email you about new messages on a proposal at most once an hour.`,
    ],
    action: { label: 'Read and reply', url },
  });
}
