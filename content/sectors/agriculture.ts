import type { SectorContent } from './sector-page.ts';

export const agriculture: SectorContent = {
  lead: 'Ghana grows more than it eats and sells less than it could. Between the field and the shelf lies the part we fund.',
  parts: [
    {
      title: 'Where the value goes',
      text: [
        'A farmer gets a few cents of the price of a chocolate bar. Tomatoes rot in the Upper East in the same week that Accra imports paste. The crop is not the problem: storage, processing, packaging and the road are.',
        'So we look past the harvest. Cold rooms that run on the sun, mills that keep turning when the power trips, graders, driers, oil presses, labels that a buyer in Hamburg or Lagos can trust.',
      ],
    },
    {
      title: 'How we finance it',
      text: [
        'Repayments follow the crop calendar, not the bank calendar. Machines are leased and belong to you at the end. Working capital comes before the buying season and goes back after it.',
        'We fund companies and co-operatives with a year of sales, or a signed contract with a buyer. We do not fund land purchase, or crops that need a forest cut down.',
      ],
    },
  ],
  feature: {
    kind: 'calendar',
    title: 'The seasons we finance',
    lead: 'A loan follows its crop: it is paid out before the season and comes back after it. Each contract names its own months.',
    legend: 'Months of the season, from January to December',
    seasons: [
      {
        what: 'Cocoa, main crop',
        from: 10,
        to: 3,
        text: 'Money to buy the crop goes out in September.',
      },
      { what: 'Tomatoes, north', from: 12, to: 4, text: 'Cold rooms earn most in these months.' },
      { what: 'Shea nuts', from: 5, to: 8, text: 'Kernels are bought now and pressed all year.' },
      { what: 'Maize, south', from: 8, to: 9, text: 'Driers and silos stand ready by July.' },
    ],
  },
  illustrations: [
    {
      alt: 'Terraced fields under a low golden sun, with rows of young plants',
      caption: 'Terraces: water held where it falls.',
    },
    {
      alt: 'Cocoa pods on the trunk of a tree, one of them cut open',
      caption: 'Cocoa: most of its price is added after this.',
    },
    {
      alt: 'Round granaries and a solar dryer in a farmyard',
      caption: 'Granary and dryer: a harvest that can wait for its price.',
    },
  ],
};
