/** What the admin's home says. */
export const adminHomeLabels = {
  title: 'Dashboard',
  submissions: 'Submissions',
  unapproved: 'unapproved',
  programs: 'Projects',
  open: 'open now',
  posts: 'Posts',
  published: 'published',
  faqs: 'FAQs',
  testimonials: 'Testimonials',
  unpublished: 'unpublished',
  enquiries: 'Enquiries',
  users: 'Users',
  admin: 'admin',
  admins: 'admins',
  origin: 'Where proposals come from',
  originLead: 'By the region of the applicant. A tile opens its submissions.',
  mapLabel: 'Submissions by region',
  zone: 'Zone',
  count: 'Submissions',
  failed: 'The figures could not be loaded.',
  loading: 'Loading the figures',
} as const;

export const greet = (firstName: string): string => `Welcome, ${firstName}.`;
