/** The one interface for sending, and what both ways of it must never let through. */

/**
 * One message as it leaves; `id` names it, so that a message sent twice after a crash is recognised
 * as one.
 */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
};

export interface Mailer {
  /**
   * Resolves when the message is taken over for good. Refuses with an UndeliverableError when
   * trying again is pointless.
   */
  send(mail: OutgoingMail): Promise<void>;
}

/** A refusal for good: it is this message's fault, not the moment's. */
export class UndeliverableError extends Error {}

const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@<>()[\],;:\\"]+$/u;

/** A header is one line: whatever was typed can't begin another. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

/** Answers the address, or refuses what would be read as more than one plain address. */
export function requireAddress(address: string): string {
  if (address.length > 320 || !ADDRESS.test(address))
    throw new UndeliverableError('not one plain e-mail address');
  return address;
}
