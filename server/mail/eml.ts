/**
 * A message as text (RFC 5322) that any mail program opens, and that a person can read as it is.
 */
import { oneLine, requireAddress, type OutgoingMail } from './mailer.ts';

export type ReadMessage = { to: string; subject: string; date: string; text: string; html: string };

/**
 * Letters that fit a header stand as they are, others as encoded words of at most 75 characters
 * (RFC 2047).
 */
function encodeWords(text: string): string {
  const line = oneLine(text);
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes('=?')) return line;
  const words: string[] = [];
  let word = '';
  for (const char of line) {
    if (Buffer.byteLength(word + char) > 42) {
      words.push(word);
      word = '';
    }
    word += char;
  }
  return [...words, word]
    .map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`)
    .join('\r\n ');
}

const displayName = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, '')}"` : encodeWords(name);

const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?B\?([^?]*)\?=/g, (_, encoded: string) =>
      Buffer.from(encoded, 'base64').toString(),
    );

const toLines = (text: string): string => text.replace(/\r?\n/g, '\r\n');

export function formatMessage(mail: OutgoingMail, from: { name: string; address: string }): string {
  const boundary = `part-${mail.id}`;
  const part = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: text/${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    toLines(body),
  ];
  return [
    `From: ${displayName(from.name)} <${requireAddress(from.address)}>`,
    `To: <${requireAddress(mail.to)}>`,
    `Subject: ${encodeWords(mail.subject)}`,
    `Date: ${mail.createdAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${mail.id}@${from.address.split('@')[1]}>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('plain', mail.text),
    ...part('html', mail.html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** Reads what `formatMessage` wrote. */
export function readMessage(raw: string): ReadMessage {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const header = (name: string) =>
    decodeWords(new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1] ?? '');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const [, text = '', html = ''] = `\r\n${rest.join('\r\n\r\n')}`.split(`\r\n--${boundary}`);
  const bodyOf = (part: string) =>
    part.slice(part.indexOf('\r\n\r\n') + 4).replaceAll('\r\n', '\n');
  return {
    to: header('To').replace(/[<>]/g, ''),
    subject: header('Subject'),
    date: header('Date'),
    text: bodyOf(text),
    html: bodyOf(html),
  };
}
