import { formatTotal } from '#domain/pages.ts';

export const reviewLabels = {
  title: 'Proposal',
  back: 'All submissions',
  decision: 'Decision',
  review: 'Approve or set stage',
  dialogTitle: 'Approve and set the funding stage',
  approved: 'Approved',
  approvedHint: 'An approved proposal can no longer be edited or deleted by the applicant.',
  stage: 'Funding stage',
  status: 'Status',
  save: 'Save',
  cancel: 'Cancel',
  mailNote: 'The applicant gets an email when status or stage changes.',
  answers: 'Answers',
  asked: 'Questions from the program',
  contact: 'Applicant',
  businessName: 'Business name',
  program: 'Program',
  sector: 'Sector',
  location: 'Business location',
  region: 'Region',
  website: 'Website',
  noWebsite: 'None given',
  description: 'Business description',
  noDescription: 'No description given.',
  submitted: 'Received',
  completed: 'Complete with its documents',
  changed: 'Last changed',
  email: 'Email',
  name: 'Name',
  neighbours: 'In this list',
  previous: 'Previous',
  next: 'Next',
} as const;

export const describePlace = (place: number, total: number): string =>
  `${place.toLocaleString('en-GB')} of ${formatTotal(total)}`;
