import { formatDateTime } from '#domain/dates.ts';
import { MAILING } from '#domain/mailings/messages.ts';
import { fillPlaceholders } from '#domain/mails/placeholder-rules.ts';
import { renderMail } from '../mail/layout.ts';

export type MailingMessage = {
  first_name: string;
  business_name: string;
  program: string;
  deadline: Date;
  path: string;
  /** Of their proposal, as they were told; null for a draft. */
  receipt_number: string | null;
  stage: string | null;
  amount: string | null;
};

const NOTHING = '–';

type Words = { subject: string; text: string };

export function wordsFor(
  { subject, text }: Words,
  person: MailingMessage,
  publicUrl: string,
): Words {
  const values = {
    first_name: person.first_name,
    business_name: person.business_name || person.program,
    program: person.program,
    deadline: `${formatDateTime(person.deadline)} GMT`,
    link: publicUrl + person.path,
    receipt_number: person.receipt_number ?? NOTHING,
    stage: person.stage ?? NOTHING,
    amount: person.amount ?? NOTHING,
  };
  const oneLine = fillPlaceholders(subject, values).replace(/\s+/g, ' ');
  return { subject: oneLine, text: fillPlaceholders(text, values) };
}

/** The same as a mail; replies go to the firm's address. */
export function mailingMail(
  words: Words,
  person: MailingMessage,
  publicUrl: string,
): ReturnType<typeof renderMail> {
  const { subject, text } = wordsFor(words, person, publicUrl);
  return renderMail({
    subject,
    paragraphs: [...text.split(/\n{2,}/), MAILING.why(person.program)],
  });
}
