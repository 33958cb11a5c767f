import { countOf } from '#domain/count-of.ts';
import type { Enquiry } from '#domain/enquiries/schema.ts';

export const enquiryLabels = {
  title: 'Enquiries',
  caption: 'Contact enquiries',
  viewTitle: 'Enquiry',
  back: 'All enquiries',
  contactPage: 'Open the contact page',
  searchHint: 'Name, email or message',
  noMatch: 'No enquiries match your search or filters.',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  message: 'Message',
  received: 'Received',
  reply: 'Reply by email',
  replyShort: 'Reply',
  none: 'None given',
  status: 'Status',
  answered: 'Answered',
  open: 'Not answered',
  mark: 'Mark as answered',
  unmark: 'Mark as not answered',
  markShort: 'Mark answered',
  unmarkShort: 'Reopen',
  marked: 'Marked as answered.',
  unmarked: 'Marked as not answered.',
  answers: 'Answers',
  answer: 'Your answer',
  send: 'Send the answer',
  sent: 'Answer sent.',
  formerColleague: 'A former colleague',
  answerFailed: 'The answer could not be sent. Check your connection and try again.',
  deleteQuestion: 'The message and its answers will be deleted. This cannot be undone.',
  deleted: 'Enquiry deleted.',
  deleteFailed: 'The enquiry could not be deleted. Check your connection and try again.',
  failed: 'The enquiry could not be marked. Check your connection and try again.',
} as const;

export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'last_name', label: 'Last name, A to Z' },
] as const;

export const STATUSES = [
  { value: 'false', label: enquiryLabels.open },
  { value: 'true', label: enquiryLabels.answered },
];

/** `at` as in "22 November 2026 at 17:00"; a person whose account is gone has no name. */
export const describeAnswer = (name: string | undefined, at: string | null): string =>
  [name && `by ${name}`, at && `on ${at}`].filter(Boolean).join(' ');

/** Where an answer goes. */
export const describeRecipient = (email: string): string =>
  `Emailed to ${email} with their message quoted, and kept here.`;

export const describeTotal = countOf('enquiry', 'enquiries');
export const replyAddress = (email: string, firm: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Your message to ${firm}`)}`;

export const nameOf = ({ first_name: first, last_name: last }: Enquiry): string =>
  `${first} ${last}`;
