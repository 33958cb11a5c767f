import type { Story } from './stories-page.ts';

/** A sample: an owner replaces it. */
export const concentrator: Story = {
  slug: 'concentrator-tarkwa',
  business: 'Sample Gravity Works',
  place: 'Tarkwa, Western Region',
  sector: 'Mining',
  drawing: {
    name: 'mining-2',
    alt: 'A gold pan with bright grains, held over clear water',
    caption: 'Gold without mercury: water and gravity do the work.',
  },
  summary: 'Gravity concentrators, leased to licensed miners who work without mercury.',
  facts: [
    ['Funded', 'GHS 1,400,000'],
    ['Form', 'Equity, and a loan for twelve machines'],
    ['Repaid', 'From leases over 18 months'],
  ],
  figures: [
    { value: '12', label: 'machines leased' },
    { value: '0 g', label: 'of mercury on the sites' },
    { value: '19', label: 'people employed' },
  ],
  text: [
    {
      title: 'What was funded',
      text: 'A workshop, twelve machines, and training for those who operate them.',
    },
    {
      title: 'What went wrong',
      text: 'Two leases ended early when the site licences lapsed. The contract now asks for them every year.',
    },
    {
      title: 'What became of it',
      text: 'The machines come with a water test and a trained operator, and the workshop repairs other people’s machines too.',
    },
  ],
};
