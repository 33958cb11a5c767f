import type { SectorContent } from './sector-page.ts';

export const technology: SectorContent = {
  lead: 'The best software we have seen was written for a woman with a stall, a phone with a cracked screen and no patience. We fund more of that.',
  parts: [
    {
      title: 'A Ghanaian problem first',
      text: [
        'Payments without a smartphone. Records for a clinic that has power four hours a day. Lessons in Twi, Ewe, Ga and Dagbani. Routes for a market lorry. Whoever solves these here has solved them for half the world.',
        'We fund software, devices and the plain things beneath them: data centres of a sensible size, towers, repair workshops, training.',
      ],
    },
    {
      title: 'What we look for',
      text: [
        'A working product and its first hundred paying customers. A team of at least two, full time. Code and trademarks that belong to the company. A product that opens on the cheapest phone in the room; we bring the phone.',
        'Seed tickets come as equity or as a convertible loan, with a year of mentoring from people who have kept servers alive through a rainy season.',
      ],
    },
  ],
  feature: {
    kind: 'steps',
    title: 'An hour with your product',
    lead: 'What we do with it before we talk about money. You can try it yourself first.',
    steps: [
      'Open it on a phone with 2 GB of memory and a cracked screen.',
      'Turn the connection off in the middle of a payment, then on again.',
      'Give it to somebody who reads Twi or Ewe but no English.',
      'Ask for a copy of everything it holds about one customer.',
      'Restore yesterday’s data from the backup.',
    ],
  },
  illustrations: [
    {
      alt: 'A telecommunications mast on a hill, sending circles of signal over a village',
      caption: 'Mast: the last hill is the first customer.',
    },
    {
      alt: 'A circuit board whose golden tracks are laid like a woven cloth',
      caption: 'Circuit: a cloth of another kind.',
    },
    {
      alt: 'A hand holding a phone that shows a payment, in front of market umbrellas',
      caption: 'Stall: paid before the kenkey is wrapped.',
    },
  ],
};
