import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { retryFor } from '../servers/ports.ts';
import type { SmtpServer } from '../servers/smtp.ts';

const CODE = /\b\d{6}\b/g;
const WAIT_MS = 300_000;

/**
 * A person's inbox, wherever the server sends to: `.eml` files of the outbox, or the SMTP server.
 */
export class Mailbox {
  private readonly source: () => Promise<Email[]>;
  private readonly usedCodes = new Set<string>();

  constructor(dataDir: string, smtp: SmtpServer | null) {
    this.source = smtp ? async () => smtp.messages : outboxReader(join(dataDir, 'outbox'));
  }

  /** All messages to an address, oldest first. */
  async list(address: string): Promise<Email[]> {
    const messages = await this.source();
    return messages.filter(({ to }) =>
      to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()),
    );
  }

  /** The newest message to an address whose subject or text matches; waits for it. */
  waitFor(address: string, pattern: RegExp): Promise<Email> {
    return retryFor(WAIT_MS, async () => {
      const messages = await this.list(address);
      const message = messages.findLast(({ subject, text }) => pattern.test(`${subject}\n${text}`));
      if (!message)
        throw new Error(
          `No message to ${address} matches ${pattern}; there are: ${messages.map(({ subject }) => subject).join(' | ') || 'none'}`,
        );
      return message;
    });
  }

  /** The newest unread six-digit code to an address; waits for it. */
  readCode(address: string): Promise<string> {
    return retryFor(WAIT_MS, async () => {
      const messages = await this.list(address);
      for (const { text, html } of messages.reverse()) {
        const code = (text ?? html ?? '').match(CODE)?.at(0);
        if (code && !this.usedCodes.has(`${address} ${code}`)) {
          this.usedCodes.add(`${address} ${code}`);
          return code;
        }
      }
      throw new Error(`No new code for ${address} in ${messages.length} messages`);
    });
  }
}

/** Parses each message once: an outbox grows to hundreds, and whoever waits reads it repeatedly. */
function outboxReader(folder: string): () => Promise<Email[]> {
  const parsed = new Map<string, Promise<Email>>();
  const read = (name: string): Promise<Email> => {
    const known = parsed.get(name);
    if (known) return known;
    const message = readFile(join(folder, name)).then((bytes) => PostalMime.parse(bytes));
    parsed.set(name, message);
    return message;
  };
  return async () => {
    const names = await readdir(folder).catch(() => []);
    return Promise.all(
      names
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map(read),
    );
  };
}
