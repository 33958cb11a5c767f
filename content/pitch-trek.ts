/** The landing page of the National Pitch Trek. The zones and dates are in domain/regions.ts. */
export const pitchTrek = {
  lead: 'Five weeks on the road and a panel of judges for each zone. If you are 18 or over and your business is in Ghana, you can apply.',
  primary: { label: 'See the open programs', to: '/national-pitch-trek/programs' },
  secondary: { label: 'How to apply', to: '#how-to-apply' },
  about: {
    title: 'What it is',
    text: [
      'The National Pitch Trek is a competition with a simple prize: investment from the Enterprise Boost Fund. You apply online to the program that fits your business.',
      'Who decides: our staff read every proposal and invite the strongest to pitch in their own zone. The judges there hear them and recommend. The partners decide, and a signed agreement makes it binding.',
      'How much: GHS 250,000 to GHS 2,000,000, depending on the program. Applying and pitching are free. We do not sell places, coaching or introductions.',
    ],
  },
  schedule: {
    title: 'Regional schedule',
    lead: 'Five zones, five weeks. Find your region. Its colour shows the zone you pitch in. Tap it to see the dates of the coming trek.',
    columns: ['Zone', 'Regions', 'Dates of the coming trek'],
    map: 'The sixteen regions of Ghana and the zone of each',
  },
  goals: {
    title: 'Impact goals',
    items: [
      {
        value: '1,000',
        label: 'businesses funded',
        text: 'the goal of the whole trek',
      },
      {
        value: '1,000,000',
        label: 'jobs created',
        text: 'our goal, counting direct and indirect jobs',
      },
      {
        value: '16',
        label: 'regions reached',
        text: 'all of them, in five zones',
      },
      { value: '18+', label: 'years of age', text: 'or older. There is no upper limit' },
    ],
  },
  apply: {
    title: 'How to Apply',
    steps: [
      {
        title: 'Create your account',
        text: 'Your name, your phone, your region. You log in with a password and a code that we email you.',
      },
      {
        title: 'Fill in the form',
        text: 'Tell us what the business does and where. We save what you type, even if your connection drops.',
      },
      {
        title: 'Upload your PDF proposal and pitch deck',
        text: 'Two PDF files. You see each file’s size before it is sent, and how much has been uploaded.',
        action: { label: 'Making a PDF on your phone', to: '/making-a-pdf' },
      },
      {
        title: 'Submit before the deadline',
        text: 'You can edit until the end of the day before the deadline.',
      },
    ],
    action: { label: 'Create your account', to: '/register' },
    judged: { label: 'How it was judged', to: '/national-pitch-trek/record' },
  },
} as const;
