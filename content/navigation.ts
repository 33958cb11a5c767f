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
