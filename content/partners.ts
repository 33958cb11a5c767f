/** Partners and three static testimonials. All names are samples; an owner replaces them. */
export type Partner = { name: string; does: string; mark: 'wave' | 'sun' | 'arch' | 'seed' };

export const partnersPage = {
  lead: 'Nobody reaches sixteen regions alone. These organisations lend us their halls, their people and their good name. They are samples, and so are the testimonials below.',
  partnersTitle: 'Partners',
  testimonialsTitle: 'Testimonials',
  share: {
    title: 'Have we met?',
    text: 'Tell others what it was like.',
    action: { label: 'Share Your Experience', to: '/create-testimonials' },
  },
} as const;

export const partners: readonly Partner[] = [
  { name: 'Sample Rural Bank', does: 'Accounts and payouts', mark: 'wave' },
  { name: 'Sample Energy Works', does: 'Power for stages and juries on the road', mark: 'sun' },
  { name: 'Sample Technical University', does: 'Mentors and laboratories', mark: 'arch' },
  {
    name: 'Sample Growers Union',
    does: 'Halls, and the ear of nine thousand farmers',
    mark: 'seed',
  },
];

export const staticTestimonials: readonly { name: string; position: string; message: string }[] = [
  {
    name: 'Sample Founder A',
    position: 'Shea processor, Upper East Region',
    message:
      'I had been told to come to Accra so often that I thought it was part of the form. Then the judges sat in our own community centre and asked about my boiler.',
  },
  {
    name: 'Sample Founder B',
    position: 'Software company, Ashanti Region',
    message:
      'The first time it was a no. We worked on the figures, applied to the next round, and pitched in Kumasi.',
  },
  {
    name: 'Sample Founder C',
    position: 'Boat builder, Volta Region',
    message:
      'The repayments follow the fishing season. It sounds like a small thing. It is why I sleep at night.',
  },
];
