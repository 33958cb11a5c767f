/** A message as text (RFC 5322), which any mail program opens. */
import { composeMessage, type OutgoingMail, type Sender } from './mailer.ts';

type ReadMessage = { to: string; subject: string; date: string; text: string; html: string };

/** Characters of an encoded word that fit into its line of 75 with the delimiters (RFC 2047). */
const ENCODED_WORD_BYTES = 42;
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * Leaves text that a header may contain unchanged, and writes the rest as encoded words (RFC 2047).
 */
function encodeWords(line: string): string {
  if (PRINTABLE.test(line) && !line.includes('=?')) return line;
  const words = [''];
  for (const char of line) {
    if (Buffer.byteLength(words.at(-1)! + char) > ENCODED_WORD_BYTES) words.push('');
    words[words.length - 1] += char;
  }
  return words.map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}

const displayName = (name: string): string =>
  PRINTABLE.test(name) ? `"${name.replace(/["\\]/g, '')}"` : encodeWords(name);

/**
 * By hand: no composer writes 8bit, and people and scripts that look for a code or a link read the
 * files of the outbox as they are.
 */
export function formatMessage(mail: OutgoingMail, from: Sender): string {
  const {
    from: sender,
    envelope,
    replyTo,
    subject,
    date,
    messageId,
    headers,
    text,
    html,
  } = composeMessage(mail, from);
  const boundary = `part-${mail.id}`;
  const part = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: text/${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    body.replace(/\r?\n/g, '\r\n'),
  ];
  return [
    `From: ${displayName(sender.name)} <${sender.address}>`,
    `To: <${envelope.to[0]}>`,
    ...(replyTo ? [`Reply-To: <${replyTo.address}>`] : []),
    `Subject: ${encodeWords(subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('plain', text),
    ...part('html', html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** Takes the bytes of a message; missing parts are empty. */
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
