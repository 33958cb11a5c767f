import { countOf } from '#app/ui/count-of.ts';

/** What the admin's enquiry screens say. */
export const enquiryLabels = {
  title: 'Enquiries',
  caption: 'Contact enquiries',
  viewTitle: 'Enquiry',
  back: 'All enquiries',
  contactPage: 'Open the contact page',
  searchHint: 'Name, email, words of the message',
  noMatch: 'No enquiries match your search.',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  message: 'Message',
  received: 'Received',
  reply: 'Reply by email',
  none: 'None given',
} as const;

export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'last_name', label: 'Last name, A to Z' },
] as const;

export const describeTotal = countOf('enquiry', 'enquiries');
export const replyAddress = (email: string, firm: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Your message to ${firm}`)}`;
