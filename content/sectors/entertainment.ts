import type { SectorContent } from './sector-page.ts';

export const entertainment: SectorContent = {
  lead: 'People cross oceans for our music, our coast and our history, and too often spend their money with somebody else. We fund the businesses that host them.',
  parts: [
    {
      title: 'Businesses, not single events',
      text: [
        'Studios and post-production, venues that are open on a Tuesday, ticketing, costume and sound. Lodges of up to thirty rooms, tour operators, guides with a licence and a pension, from Cape Three Points to Paga.',
        'The rights in a song earn for decades. We help creators to own theirs, and to borrow against them.',
      ],
    },
    {
      title: 'How we finance it',
      text: [
        'Revenue shares suit work that earns in waves. Leases suit cameras, boats and generators. For lodges and venues, we take equity and stay for years: a lodge needs three good seasons to find its feet.',
        'Places that people hold sacred are visited on the terms of those who guard them. We ask for those terms in writing.',
      ],
    },
  ],
  feature: {
    kind: 'table',
    title: 'When people come',
    lead: 'Income comes in waves. Repayments are set to follow them.',
    columns: ['Business', 'Busy months', 'Funding that fits'],
    rows: [
      ['Lodge on the coast', 'November to March', 'Equity, over several seasons'],
      ['Studio or venue', 'April, August and December', 'Share of revenue'],
      ['Boats, cameras, sound', 'All year, by the day', 'Lease'],
    ],
  },
  illustrations: [
    {
      alt: 'Three carved drums under strings of lights',
      caption: 'Drums: the oldest broadcast in the country.',
    },
    {
      alt: 'A coastline with a lighthouse, palms and fishing canoes',
      caption: 'Coast: five hundred kilometres of it.',
    },
    {
      alt: 'An open-air cinema at night, with rows of people in front of a bright screen',
      caption: 'Screen: open on a Tuesday.',
    },
  ],
};
