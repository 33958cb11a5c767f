import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream } from 'smtp-server';
import { retryFor } from './ports.ts';

/**
 * How the server treats a message: `accept`; `refuse` permanently (550); `greylist`: refuses each
 * recipient once (451) and accepts the second try; `hang`: never answers the recipient's line.
 */
type SmtpMood = 'accept' | 'refuse' | 'greylist' | 'hang';
export type ReceivedMessage = Email & { envelope: { from: string; to: string[] } };

export type SmtpServer = {
  url: string;
  messages: ReceivedMessage[];
  mood: SmtpMood;
  /** How many recipients were offered so far, accepted or not. */
  tries: number;
  /** The newest message to an address, once there are `count` of them; throws after 10 s. */
  waitFor(address: string, count?: number): Promise<ReceivedMessage>;
  stop(): Promise<void>;
};

type Answer = (error?: Error) => void;

/**
 * A mail server on a random loopback port that stores what it receives. Change `mood` at any time.
 */
export async function startSmtp(): Promise<SmtpServer> {
  const messageIds = new Set<string>();
  const smtp: SmtpServer = { url: '', messages: [], mood: 'accept', tries: 0, waitFor, stop };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 200,
    onRcptTo,
    onData,
  });

  function onRcptTo({ address }: SMTPServerAddress, _session: unknown, answer: Answer): void {
    smtp.tries += 1;
    const isFirstTry = !messageIds.has(address);
    messageIds.add(address);
    if (smtp.mood === 'hang') return;
    if (smtp.mood === 'refuse') return answer(refusal(550, 'No such user here'));
    if (smtp.mood === 'greylist' && isFirstTry)
      return answer(refusal(451, 'Greylisted, try again later'));
    answer();
  }

  function onData(
    stream: SMTPServerDataStream,
    session: { envelope: { mailFrom: SMTPServerAddress | false; rcptTo: SMTPServerAddress[] } },
    answer: Answer,
  ): void {
    const { mailFrom, rcptTo } = session.envelope;
    const envelope = {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
    };
    readWhole(stream)
      .then((raw) => PostalMime.parse(raw))
      .then((message) => void smtp.messages.push({ ...message, envelope }))
      .then(() => answer(), answer);
  }

  function waitFor(address: string, count = 1): Promise<ReceivedMessage> {
    return retryFor(300_000, async () => {
      const received = smtp.messages.filter(({ envelope }) => envelope.to.includes(address));
      if (received.length < count)
        throw new Error(`${received.length} of ${count} messages to ${address} have arrived`);
      return received.at(-1)!;
    });
  }

  function stop(): Promise<void> {
    return new Promise((resolve) => server.close(() => resolve()));
  }

  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  smtp.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return smtp;
}

function refusal(responseCode: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode });
}

async function readWhole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
