import type { SectorContent } from './sector-page.ts';

export const infrastructure: SectorContent = {
  lead: 'Not every bridge has to be a national project. We fund the small and medium-sized works that a district can pay for out of the trade they bring.',
  parts: [
    {
      title: 'Works that pay for themselves',
      text: [
        'A market shed earns stall fees from its first morning. A mini-grid sells light by the hour. A loading bay saves each lorry half a day. Works like these are too small for the big lenders and too large for a bank branch: that gap is ours.',
        'We like local materials, such as laterite, compressed earth and recycled plastic, and contractors who train the people who will do the maintenance.',
      ],
    },
    {
      title: 'How we finance it',
      text: [
        'We lend to project companies and are repaid from the fees, tolls or meters, with nothing to repay in the first year, during construction. Where a district assembly is the customer, we help to write an agreement that lasts as long as the loan.',
        'Bring a bill of quantities, a site with a clear title, and somebody who will still be answering for it in ten years.',
      ],
    },
  ],
  feature: {
    kind: 'table',
    title: 'Who pays it back',
    lead: 'Three kinds of project we know how to finance, and where the money for them comes from.',
    columns: ['Project', 'Income', 'Repaid over'],
    rows: [
      ['Market shed', 'Stall fees', '5 to 7 years'],
      ['Mini-grid, 30 to 300 kW', 'Prepaid meters', '8 to 10 years'],
      ['Feeder road and loading bay', 'District assembly, from tolls', '6 to 9 years'],
    ],
  },
  illustrations: [
    {
      alt: 'A cable-stayed bridge over a river, with its reflection',
      caption: 'Bridge: a loan to the next generation.',
    },
    {
      alt: 'Power pylons walking across green hills to a town with lit windows',
      caption: 'Pylons: light that is sold by the hour.',
    },
    {
      alt: 'A crane over a half-built market hall, with water tank and feeder road',
      caption: 'Market hall: earning from the first morning.',
    },
  ],
};
