import { site } from '#content/site.ts';
import { formatPhone } from '#domain/accounts/phone-rules.ts';
import { formatDate } from '#domain/dates.ts';
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { renderMail, splitGreeting } from '../mail/layout.ts';

/** Seconds after which the notification is pointless: the enquiry is in the list anyway. */
export const MAIL_LIFETIME_SECONDS = 7 * 86_400;

/** `url` leads to the enquiry in the portal. */
export function enquiryReceived(
  enquiry: Pick<Enquiry, 'first_name' | 'last_name' | 'email' | 'phone_number' | 'message'>,
  url: string,
): ReturnType<typeof renderMail> {
  const name = `${enquiry.first_name} ${enquiry.last_name}`;
  return renderMail({
    subject: `Enquiry from ${name}`,
    paragraphs: [
      `${name} has sent an enquiry through the website.`,
      `Email: ${enquiry.email}`,
      `Phone: ${enquiry.phone_number ? formatPhone(enquiry.phone_number) : 'not given'}`,
      enquiry.message,
    ],
    action: { label: 'View the enquiry', url },
  });
}

/** Every line of the question behind a mark, as mail programs quote. */
const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

/** To whoever asked; replies go to the firm's address. */
export function enquiryAnswered(
  enquiry: Pick<Enquiry, 'first_name' | 'message' | 'created_at'>,
  text: string,
): ReturnType<typeof renderMail> {
  const { greeting = `Hello ${enquiry.first_name},`, rest } = splitGreeting(text);
  return renderMail({
    subject: `Our answer to your enquiry to ${site.name}`,
    greeting,
    paragraphs: [rest, `On ${formatDate(enquiry.created_at)} you wrote:`, quote(enquiry.message)],
  });
}
