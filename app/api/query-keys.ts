/**
 * The first part of a noun's keys in the cache: whatever changes the noun asks all of them anew.
 */
export const queryKeys = {
  proposals: 'proposals',
  drafts: 'drafts',
  reviews: 'reviews',
  programs: 'programs',
  posts: 'posts',
  faqs: 'faqs',
  testimonials: 'testimonials',
  enquiries: 'enquiries',
  users: 'users',
  audit: 'audit',
  mails: 'mails',
  backups: 'backups',
} as const;
