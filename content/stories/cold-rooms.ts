import type { Story } from './stories-page.ts';

/** A sample: an owner replaces it. */
export const coldRooms: Story = {
  slug: 'cold-rooms-bolgatanga',
  business: 'Sample Cold Rooms',
  place: 'Bolgatanga, Upper East Region',
  sector: 'Agriculture',
  drawing: {
    name: 'cold-rooms',
    alt: 'A cold room with solar panels on its roof, and crates of tomatoes in front of it',
    caption: 'A cold room of 20 cubic metres, with its panels.',
  },
  summary: 'Three solar cold rooms that tomato growers rent by the crate.',
  facts: [
    ['Funded', 'GHS 900,000'],
    ['Form', 'Lease of the rooms, working capital for one season'],
    ['Repaid', 'From crate fees, December to April'],
  ],
  figures: [
    { value: '41 t', label: 'stored in the first month' },
    { value: '4 in 10 to 1 in 10', label: 'crates lost before market' },
    { value: '7', label: 'people employed' },
  ],
  text: [
    {
      title: 'What was funded',
      text: 'Three rooms of 20 cubic metres, their panels and batteries, and the first season of wages.',
    },
    {
      title: 'What went wrong',
      text: 'The second room stood idle for five weeks, because a compressor had to come from Tema twice.',
    },
    {
      title: 'What became of it',
      text: 'Growers now decide for themselves when to sell. A fourth room is being built, paid for by the first three.',
    },
  ],
};
