export const MAIL_RULES = {
  notFound: 'This message no longer exists.',
  state: 'Choose queued, sent or failed messages.',
  notFailed: 'This message has not failed: it was sent, or we are still trying.',
  erased:
    'This message cannot be sent again: its text was deleted because it held a code, or because a newer message replaced it. Anyone waiting for a code can ask for a new one.',
  tooLate: 'The deadline this message was about has passed, so it will not be sent.',
} as const;

/** For admins, about the mail with a decision or a stage. */
export const describeBounce = (recipient: string, reason: string): string =>
  `Our email about the decision to ${recipient} bounced: ${reason}`;

/** `name` without its braces. */
export const wrongPlaceholder = (name: string): string =>
  `There is no placeholder {${name}}. You can use {first_name}, {business_name}, {program}, {deadline} and {link}, and for proposals {receipt_number}, {stage} and {amount}.`;

/** For a mailing to people who have only a draft. */
export const onlyForProposals = (name: string): string =>
  `A draft has no {${name}}. Leave it out, or write to people who have submitted.`;
