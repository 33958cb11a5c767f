/** The text of the mail that notifies the firm of an enquiry. */
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { renderMail } from '../mail/layout.ts';

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
      `Phone: ${enquiry.phone_number ?? 'not given'}`,
      enquiry.message,
    ],
    action: { label: 'View the enquiry', url },
  });
}
