/** Messages through a mail server (`SMTP_URL`). */
import type { Transporter } from 'nodemailer';
import { composeMessage, UndeliverableError, type Mailer, type Sender } from './mailer.ts';

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
