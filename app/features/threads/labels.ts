export const threadLabels = {
  title: 'Messages',
  loading: 'Loading messages',
  failed: 'Could not load the messages.',
  none: 'No messages yet.',
  text: 'Your message',
  send: 'Send message',
  sent: 'Message sent.',
  new: (count: number): string => `${count} new`,
  unread: (count: number): string => (count === 1 ? '1 new message' : `${count} new messages`),
} as const;
