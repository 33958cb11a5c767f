/** The first part of a noun's query keys: whatever changes the noun invalidates all of them. */
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
