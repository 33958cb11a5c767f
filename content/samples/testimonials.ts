/**
 * Sample voices. All names are made up. The last one is not approved, so that an admin has
 * something to decide.
 */
export const SAMPLE_TESTIMONIALS: readonly {
  first_name: string;
  last_name: string;
  position: string;
  message: string;
  is_approved: boolean;
}[] = [
  {
    first_name: 'Sample',
    last_name: 'Adjoa',
    position: 'Cassava processor, Techiman',
    is_approved: true,
    message:
      'The judges had read my proposal more carefully than I had. We found a mistake in my favour and one against me.',
  },
  {
    first_name: 'Sample',
    last_name: 'Baba',
    position: 'Solar technician, Tamale',
    is_approved: true,
    message:
      'I applied from my phone, in the queue at the fuel station. The upload stopped twice and resumed twice.',
  },
  {
    first_name: 'Sample',
    last_name: 'Esi',
    position: 'Lodge owner, Busua',
    is_approved: true,
    message:
      'A lodge needs three good seasons to find its feet, they said. They put it in the contract.',
  },
  {
    first_name: 'Sample',
    last_name: 'Fiifi',
    position: 'Founder, clinic records',
    is_approved: true,
    message:
      'They brought the cheapest phone they could find and asked me to open my product on it. Best hour of the year.',
  },
  {
    first_name: 'Sample',
    last_name: 'Gifty',
    position: 'Market queen, Kumasi',
    is_approved: true,
    message:
      'Nobody had ever explained a convertible loan to me in Twi. Now I explain it to others.',
  },
  {
    first_name: 'Sample',
    last_name: 'Halima',
    position: 'Shea co-operative, Wa',
    is_approved: true,
    message: 'We were forty women and one laptop. They spoke with all forty.',
  },
  {
    first_name: 'Sample',
    last_name: 'Kwame',
    position: 'Contractor, Ho',
    is_approved: false,
    message: 'Waiting for the second instalment, but the first one came on the day they promised.',
  },
];
