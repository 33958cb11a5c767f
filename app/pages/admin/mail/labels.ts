import type { Mail } from '#domain/mails/schema.ts';

export const mailLabels = {
  title: 'Mail',
  caption: 'Emails from this site',
  searchHint: 'Recipient, subject',
  subject: 'Subject',
  recipient: 'To',
  state: 'Status',
  tries: 'Tries',
  problem: 'Problem',
  created: 'Created',
  again: 'Send again',
  queued: 'The message will be sent again.',
  listFailed: 'The messages could not be loaded.',
  failed: 'The message could not be sent again. Check your connection and try again.',
  sent: 'Sent',
  nextTry: 'Next try',
  message: 'Message',
  loading: 'Loading the message',
  openFailed: 'The message could not be loaded.',
  gone: 'We don’t keep the text of sent emails. Codes and invitation links are never shown here.',
  close: 'Close',
  unsent: 'Failed and Waiting',
  none: 'No message is waiting, and none has failed.',
  seeAll: 'See all messages',
  noMatch: 'No messages match your search or filters.',
} as const;

export const STATES: Record<Mail['state'], string> = {
  failed: 'Failed',
  queued: 'Waiting',
  sent: 'Sent',
};
export const TONES = { failed: 'bad', queued: 'wait', sent: 'good' } as const;
