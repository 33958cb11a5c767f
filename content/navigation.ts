/** The navigation bar, as spec §2.5 lists it. */
export type NavigationLink = { label: string; to: string };
export type NavigationGroup = { label: string; links: readonly NavigationLink[] };

export const navigation: readonly (NavigationLink | NavigationGroup)[] = [
  { label: 'Home', to: '/' },
  {
    label: 'About Us',
    links: [
      { label: 'Brief History', to: '/about/brief-history' },
      { label: 'Strategic Framework', to: '/about/strategic-framework' },
      { label: 'Our Team', to: '/about/our-team' },
    ],
  },
  {
    label: 'Sectors',
    links: [
      { label: 'Agriculture', to: '/sector/agriculture' },
      { label: 'Technology', to: '/sector/technology' },
      { label: 'Mining', to: '/sector/mining' },
      { label: 'Infrastructure', to: '/sector/infrastructure' },
      { label: 'Entertainment & Tourism', to: '/sector/entertainment' },
    ],
  },
  { label: 'National Pitch Trek', to: '/national-pitch-trek' },
  {
    label: 'Media & Updates',
    links: [
      { label: 'All Posts', to: '/post/all' },
      { label: 'Newsroom', to: '/post/NEWS' },
      { label: 'Press Release', to: '/post/PRESS_RELEASE' },
      { label: 'Blogs', to: '/post/BLOG' },
    ],
  },
  { label: 'Contact Us', to: '/contact-us' },
];

/** The footer's quick links. */
export const quickLinks: readonly NavigationLink[] = [
  { label: 'National Pitch Trek', to: '/national-pitch-trek' },
  { label: 'Funding programs', to: '/national-pitch-trek/programs' },
  { label: 'Our Team', to: '/about/our-team' },
  { label: 'News and updates', to: '/post/all' },
  { label: 'Partners and testimonials', to: '/partners-and-testimonials' },
  { label: 'Contact Us', to: '/contact-us' },
];

export const legalLinks: readonly NavigationLink[] = [
  { label: 'Terms', to: '/terms' },
  { label: 'Privacy', to: '/privacy' },
];

/** The sidebars of the portal, by role. */
/** `holds`: where its details are, beside the addresses below its own. */
export type DashboardLink = NavigationLink & { holds?: readonly string[] };

export const dashboardLinks: Record<'applicant' | 'admin', readonly DashboardLink[]> = {
  applicant: [
    { label: 'Dashboard', to: '/dashboard' },
    {
      label: 'Available Projects',
      to: '/dashboard/available-programs',
      holds: ['/dashboard/applicant/submit'],
    },
    {
      label: 'My Proposals',
      to: '/dashboard/applicant/proposals',
      holds: ['/dashboard/applicant/view-proposal', '/dashboard/applicant/edit-proposal'],
    },
    { label: 'My Profile', to: '/dashboard/profile', holds: ['/dashboard/edit-profile'] },
  ],
  admin: [
    { label: 'Dashboard', to: '/dashboard' },
    {
      label: 'Submissions',
      to: '/dashboard/admin/submissions',
      holds: ['/dashboard/admin/view-proposal', '/dashboard/admin/decline-reasons'],
    },
    {
      label: 'All Programs',
      to: '/dashboard/admin/manage-proposals',
      holds: ['/dashboard/admin/proposals'],
    },
    {
      label: 'Posts',
      to: '/dashboard/admin/manage-post',
      holds: ['/dashboard/admin/create-post', '/dashboard/admin/post'],
    },
    {
      label: 'FAQs',
      to: '/dashboard/admin/manage-faqs',
      holds: ['/dashboard/admin/create-faq', '/dashboard/admin/faq'],
    },
    {
      label: 'Testimonials',
      to: '/dashboard/admin/testimonials',
      holds: ['/dashboard/admin/testimonial'],
    },
    { label: 'Enquiries', to: '/dashboard/admin/enquiries' },
    { label: 'Users', to: '/dashboard/admin/users', holds: ['/dashboard/admin/create'] },
    { label: 'Mail', to: '/dashboard/admin/mail' },
    { label: 'Audit log', to: '/dashboard/admin/audit' },
    { label: 'My Profile', to: '/dashboard/my-profile', holds: ['/dashboard/edit-my-profile'] },
  ],
};
