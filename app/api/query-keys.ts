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
  mailings: 'mailings',
  mailTemplates: 'mail-templates',
  backups: 'backups',
  judges: 'judges',
  rounds: 'rounds',
  notice: 'notice',
  labels: 'labels',
} as const;

/**
 * For one item with its version: fetched on every visit, but not while a form is open, because a
 * version that changed in the background would not detect conflicts.
 */
export const EDITED = {
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
