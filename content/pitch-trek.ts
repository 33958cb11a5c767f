/** The landing page of the National Pitch Trek. The zones and dates are in domain/regions.ts. */
export const pitchTrek = {
  lead: 'Five weeks on the road, a jury for each zone, every region. If you are eighteen or over and your business is in Ghana, there is a day and a place for you to pitch.',
  primary: { label: 'See the open programs', to: '/national-pitch-trek/programs' },
  secondary: { label: 'How to apply', to: '#how-to-apply' },
  about: {
    title: 'What it is',
    text: [
      'The National Pitch Trek is a competition with a simple prize: investment from the Enterprise Boost Fund. You apply online to the program that fits your business. Those whose proposals convince the readers are invited to pitch, in their own zone, before a jury that can say yes.',
      'You have ten minutes and a screen. The jury has twenty minutes of questions. You hear the result within fourteen days, with its reasons, from a person.',
      'Pitching is free. We do not sell places, coaching or introductions, and we do not keep your documents if you ask us not to.',
    ],
  },
  schedule: {
    title: 'Regional schedule',
    lead: 'Five zones, five weeks. Find your region; the colour of its tile is the zone in which you pitch.',
    columns: ['Zone', 'Regions', 'Dates'],
    map: 'The sixteen regions of Ghana and the zone of each',
  },
  goals: {
    title: 'Impact goals',
    items: [
      {
        value: '1,000',
        label: 'businesses funded',
        text: 'from the first machine to the second factory',
      },
      { value: '1,000,000', label: 'jobs created', text: 'counted once, audited by somebody else' },
      {
        value: '16',
        label: 'regions reached',
        text: 'no region without a jury, no district too far',
      },
      { value: '18+', label: 'years of age', text: 'there is no upper limit' },
    ],
  },
  apply: {
    title: 'How to Apply',
    steps: [
      {
        title: 'Create your account',
        text: 'Your name, your phone, your region. It takes three minutes.',
      },
      {
        title: 'Fill in the form',
        text: 'Tell us what the business does and where. What you type is kept, even if the line drops.',
      },
      {
        title: 'Upload your PDF proposal and pitch deck',
        text: 'Two PDF files. Their sizes stand there before they are sent, and you see how many bytes have gone.',
      },
      {
        title: 'Submit before the deadline',
        text: 'You can still edit until the day of the deadline begins.',
      },
    ],
    action: { label: 'Create your account', to: '/register' },
  },
} as const;
