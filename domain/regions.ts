/** The sixteen regions of Ghana and the five zones of the trek, with the dates of spec §9.8. */

export const REGIONS = [
  'Ahafo',
  'Ashanti',
  'Bono',
  'Bono East',
  'Central',
  'Eastern',
  'Greater Accra',
  'North East',
  'Northern',
  'Oti',
  'Savannah',
  'Upper East',
  'Upper West',
  'Volta',
  'Western',
  'Western North',
] as const;

export type Region = (typeof REGIONS)[number];

export type Zone = { name: string; dates: string; regions: readonly Region[] };

export const ZONES: readonly Zone[] = [
  {
    name: 'Northern Zone',
    dates: 'Sept 11-15',
    regions: ['Northern', 'North East', 'Upper East', 'Upper West'],
  },
  {
    name: 'Upper Transitional Zone',
    dates: 'Sept 18-22',
    regions: ['Savannah', 'Bono', 'Ahafo', 'Bono East'],
  },
  { name: 'Middle Belt Growth Zone', dates: 'Sept 25-29', regions: ['Ashanti', 'Eastern'] },
  { name: 'Accra-Eastern Corridor', dates: 'Oct 1-5', regions: ['Greater Accra', 'Volta', 'Oti'] },
  {
    name: 'Western Development Zone',
    dates: 'Oct 8-12',
    regions: ['Central', 'Western', 'Western North'],
  },
];
