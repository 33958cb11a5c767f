/** A message as text (RFC 5322), which any mail program opens. */
import { composeMessage, type OutgoingMail, type Sender } from './mailer.ts';

export type ReadMessage = { to: string; subject: string; date: string; text: string; html: string };

/**
 * By the composer that nodemailer's stream transport pipes from: the whole of nodemailer would take
 * 9 MB more at rest. Quoted-printable, so that a person can read the file as well.
 */
export async function formatMessage(mail: OutgoingMail, from: Sender): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  return new MailComposer({
    ...composeMessage(mail, from),
    newline: 'windows',
    textEncoding: 'quoted-printable',
    baseBoundary: mail.id,
  })
    .compile()
    .build();
}

/** Takes the bytes of a message, as text; what it does not say is empty. */
export async function readMessage(raw: string): Promise<ReadMessage> {
  const { default: PostalMime } = await import('postal-mime');
  const { to = [], subject = '', date, text = '', html = '' } = await PostalMime.parse(raw);
  return {
    to: to.map(({ address }) => address).join(', '),
    subject,
    date: date ? new Date(date).toUTCString() : '',
    text,
    html,
  };
}
