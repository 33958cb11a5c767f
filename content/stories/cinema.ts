import type { Story } from './stories-page.ts';

/** A sample: an owner replaces it. */
export const cinema: Story = {
  slug: 'cinema-ho',
  business: 'Sample Open-Air Cinema',
  place: 'Ho, Volta Region',
  sector: 'Entertainment & Tourism',
  drawing: {
    name: 'entertainment-3',
    alt: 'An open-air cinema at night, with rows of people in front of a bright screen',
    caption: 'A rented evening: the screen, the kitchen and the rows.',
  },
  summary: 'A screen, a kitchen and a stage that is rented out on weekdays.',
  facts: [
    ['Funded', 'GHS 480,000'],
    ['Form', 'Share of revenue'],
    ['Repaid', 'Monthly, as a share of what comes in'],
  ],
  figures: [
    { value: '140', label: 'seats' },
    { value: '5', label: 'days a week in use' },
    { value: '11', label: 'people employed' },
  ],
  text: [
    {
      title: 'What was funded',
      text: 'Projector, sound, seating and a kitchen that can be cleaned.',
    },
    {
      title: 'What went wrong',
      text: 'The first rainy season closed it for nine weeks. A roof over half of the seats came out of the second year.',
    },
    {
      title: 'What became of it',
      text: 'Films fill Friday and Saturday; rehearsals, markets and meetings pay for the other days.',
    },
  ],
};
