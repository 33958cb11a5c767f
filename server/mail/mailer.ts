/** The interface for sending mails, and the message that both implementations write. */
import { site } from '#content/site.ts';

/**
 * One outgoing message; `id` identifies it, so that a message sent twice after a crash is
 * recognised as a duplicate.
 */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
  /** An address that unsubscribes with one call (RFC 8058). */
  unsubscribeUrl?: string;
  /** Whoever it is answered to, if not the firm. */
  replyTo?: string;
};

export type Sender = { name: string; address: string };

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the message. Rejects with an UndeliverableError if a
   * retry is pointless.
   */
  send(mail: OutgoingMail): Promise<void>;
}

/** A permanent refusal that is due to the message itself. */
export class UndeliverableError extends Error {}

const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@<>()[\],;:\\"]+$/u;

/** Keeps a header on one line: input cannot begin another header. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

/** Returns the address. Refuses anything that could be read as more than one plain address. */
function requireAddress(address: string): string {
  if (address.length > 320 || !ADDRESS.test(address))
    throw new UndeliverableError('not one plain e-mail address');
  return address;
}

/** With both, mail programs offer a button beside the message (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribeUrl }: OutgoingMail): Record<string, string> =>
  unsubscribeUrl
    ? {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {};

/** People answer to a person or to the firm, never to an address that nobody reads. */
function replyOf({ replyTo = site.email }: OutgoingMail, from: Sender) {
  const isNeeded = replyTo !== from.address && ADDRESS.test(replyTo);
  return isNeeded ? { replyTo: { name: '', address: replyTo } } : {};
}

/**
 * For nodemailer, which must load nothing by itself. Addresses are passed as objects, never as a
 * string that could be read as several.
 */
export function composeMessage(mail: OutgoingMail, from: Sender) {
  const to = requireAddress(mail.to);
  return {
    envelope: { from: from.address, to: [to] },
    from: { name: oneLine(from.name), address: from.address },
    to: { name: '', address: to },
    ...replyOf(mail, from),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    date: mail.createdAt,
    messageId: `<${mail.id}@${from.address.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
