/** Sending mails: one interface, through a mail server (`SMTP_URL`) or as files of an outbox. */
import { site } from '#content/site.ts';
import type { Transporter } from 'nodemailer';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/folders.ts';
import type { Config } from '../config.ts';

/**
 * One outgoing message; `id` identifies it, so that a message sent twice after a crash is
 * recognised as a duplicate.
 */
type OutgoingMail = {
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
function composeMessage(mail: OutgoingMail, from: Sender) {
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

/**
 * Milliseconds after which a hanging server is given up; until then, the job keeps its lease on the
 * message.
 */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

type SmtpTimeouts = Partial<typeof TIMEOUTS>;

/**
 * Takes the server's address and the sender. Does not connect, or load nodemailer, before the first
 * message.
 */
export function createSmtp(url: string, from: Sender, timeouts: SmtpTimeouts = {}): Mailer {
  let transporter: Promise<Transporter> | undefined;
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      ...TIMEOUTS,
      ...timeouts,
    });
  };
  return {
    async send(mail) {
      const message = composeMessage(mail, from);
      const transport = await (transporter ??= connect());
      await transport.sendMail(message).catch((error: SmtpError) => {
        throw isForGood(error) ? new UndeliverableError(error.response ?? error.message) : error;
      });
    },
  };
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/**
 * 5xx about the recipient or the message is permanent; 5xx about us (authentication, greeting) is a
 * setting that somebody will correct.
 */
function isForGood({ code, responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

const MESSAGE = /^[\w-]+\.eml$/;

/**
 * Sorting by name sorts by time. A message always gets the same name, so sending it twice leaves
 * one file.
 */
const nameOf = ({ id, createdAt }: OutgoingMail): string =>
  `${createdAt.toISOString().replace(/[:.]/g, '-')}-${id}.eml`;

/** A message appears in the folder completely or not at all. */
export function createOutbox(dir: string, from: Sender): Mailer {
  makeFolder(dir);
  return {
    async send(mail) {
      const message = formatMessage(mail, from);
      const name = nameOf(mail);
      const partial = join(dir, `.${name}.partial`);
      const file = await open(partial, 'w', 0o600);
      try {
        await file.writeFile(message);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, join(dir, name));
    },
  };
}

export async function listOutbox(dir: string, limit: number): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .filter((name) => MESSAGE.test(name))
    .sort()
    .reverse()
    .slice(0, limit);
}

/** One message as it was written; undefined if there is none of that name. */
export async function readOutbox(dir: string, name: string): Promise<string | undefined> {
  if (!MESSAGE.test(name)) return undefined;
  return readFile(join(dir, name), 'utf8').catch(() => undefined);
}

export const outboxDir = (config: Pick<Config, 'dataDir'>): string =>
  join(config.dataDir, 'outbox');

export function openMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const from = { name: site.name, address: config.mailFrom };
  return config.smtpUrl ? createSmtp(config.smtpUrl, from) : createOutbox(outboxDir(config), from);
}

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
function formatMessage(mail: OutgoingMail, from: Sender): string {
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
