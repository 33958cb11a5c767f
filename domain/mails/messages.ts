/** Our own sentences. */
export const MAIL_RULES = {
  notFound: 'This message is not there any more.',
  state: 'Please choose queued, sent or failed messages.',
  notFailed: 'This message is not stuck: it was sent, or it is still being tried.',
  erased:
    'The text of this message was deleted, because it held a code or something newer was written since, so it cannot be sent again. Somebody who waits for a code can ask for a new one.',
  tooLate: 'The deadline that this message was about has passed, so it is not sent any more.',
} as const;

/** For admins, about the mail with a decision or a stage. */
export const describeBounce = (recipient: string, reason: string): string =>
  `Our mail about the decision to ${recipient} came back: ${reason}`;

/** `name` without its braces. */
export const wrongPlaceholder = (name: string): string =>
  `{${name}} is not known. You can use {first_name}, {business_name}, {program}, {deadline} and {link}.`;
