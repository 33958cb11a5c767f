/** Our own sentences. */
export const MAIL_RULES = {
  notFound: 'This message no longer exists.',
  state: 'Please choose queued, sent or failed messages.',
  notFailed: 'This message has not failed: it was sent, or is still being tried.',
  erased:
    'This message cannot be sent again: its text was deleted because it held a code, or because a newer message replaced it. Anyone waiting for a code can ask for a new one.',
  tooLate: 'The deadline this message was about has passed, so it is no longer sent.',
} as const;

/** For admins, about the mail with a decision or a stage. */
export const describeBounce = (recipient: string, reason: string): string =>
  `Our mail about the decision to ${recipient} came back: ${reason}`;

/** `name` without its braces. */
export const wrongPlaceholder = (name: string): string =>
  `{${name}} is not known. You can use {first_name}, {business_name}, {program}, {deadline} and {link}.`;
