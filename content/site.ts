/** The firm, in one place. These are sample words: an owner replaces them. */
export const site = {
  name: 'Odum Capital',
  tagline: 'Financial engineering and venture investment, in Accra',
  description:
    'Odum Capital funds Ghanaian enterprises and runs the National Pitch Trek, a business-pitch competition in all sixteen regions.',
  phone: '030 000 0000',
  phoneLink: '+233300000000',
  email: 'hello@example.com',
  /** Who supervises the firm; the number is a sample. */
  regulator:
    'Fund manager supervised by the Securities and Exchange Commission, Ghana. Sample licence 0000.',
  privacyEmail: 'privacy@example.com',
  address: ['12 Sample Street', 'East Legon', 'Accra, Ghana'],
  hours: 'Monday to Friday, 8:30 to 17:00',
  /**
   * The office on OpenStreetMap: a link that works everywhere, and the frame that replaces it when
   * it scrolls into view.
   */
  map: {
    link: 'https://www.openstreetmap.org/?mlat=5.6360&mlon=-0.1615#map=15/5.6360/-0.1615',
    frame:
      'https://www.openstreetmap.org/export/embed.html?bbox=-0.1815%2C5.6260%2C-0.1415%2C5.6460&layer=mapnik&marker=5.6360%2C-0.1615',
  },
} as const;
