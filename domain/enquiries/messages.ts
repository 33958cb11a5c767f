/** spec §8.4, word for word. */
export const ENQUIRY = {
  sent: 'Message sent successfully!',
  network: 'Failed to submit. Check your network and try again.',
  failed: 'Failed to send message. Try again.',
  wrong: 'Something went wrong. Please try again later.',
  none: 'No contact submissions found.',
  notFound: 'No contact found',
} as const;

export const ENQUIRY_RULES = {
  phone: 'Enter a Ghanaian phone number of 10 digits, such as 024 123 4567, or leave it blank.',
} as const;
