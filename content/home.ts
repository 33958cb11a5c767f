/** The texts of the home page, section by section in the specification's order. */
export const home = {
  /** One sentence per line. */
  title: ['Sixteen regions.', 'One thousand businesses.', 'One trek.'],
  lead: 'The National Pitch Trek goes to every region of Ghana to find enterprises worth funding, and to fund them.',
  primary: { label: 'Join the Pitch Trek', to: '/national-pitch-trek' },
  secondary: { label: 'How we invest', to: '/about/strategic-framework' },
  open: {
    title: 'Closing next',
    closes: 'Apply by',
    all: { label: 'All open programs', to: '/national-pitch-trek/programs' },
  },
  figures: [
    { value: '1,500+', label: 'expected applications' },
    { value: '5+', label: 'investment sectors' },
    { value: 'Ghana', label: 'nationwide coverage' },
  ],

  framework: {
    title: 'Capital that stays when the work starts',
    text: [
      'A bakery in Tamale needs working capital that follows the season; a refinery in Tarkwa needs patient equity. We build the instrument around the business. Seven values guide what we fund, how, and when we say no.',
    ],
    action: { label: 'Read the strategic framework', to: '/about/strategic-framework' },
  },

  fund: {
    kicker: 'Enterprise Boost Fund',
    figure: '$200 million',
    title: 'for enterprises that are ready to grow',
    text: 'One fund, five sectors. Funding runs from GHS 250,000 to GHS 2,000,000, and each program says what it offers and what it asks for.',
    sectors: {
      Agriculture: 'From the sack on a ship to the bar on a shelf.',
      Mining: 'Cleaner pits, honest scales, value kept here.',
      Technology: 'Built for Ghana first, good enough to travel.',
      Infrastructure: 'Works that pay for themselves.',
      'Entertainment & Tourism': 'Stages, screens and places worth the journey.',
    },
  },

  trek: {
    title: 'National Pitch Trek',
    lead: 'Five weeks on the road, five zones, sixteen regions. Tap yours to see when we come.',
    figures: [
      { value: '1500+', label: 'proposals expected' },
      { value: '16', label: 'regions engaged' },
      { value: '1M+', label: 'jobs, our goal' },
    ],
    map: 'The sixteen regions of Ghana, coloured by trek zone',
    dates: 'Dates of the coming trek',
    action: { label: 'See the regional schedule', to: '/national-pitch-trek' },
  },

  posts: { title: 'Latest posts', action: { label: 'All posts', to: '/post/all' } },
  faqs: {
    title: 'Questions people ask',
    action: { label: 'Ask us something else', to: '/contact-us' },
  },
  testimonials: {
    title: 'What people say',
    action: { label: 'Share Your Experience', to: '/create-testimonials' },
  },
} as const;
