/** The contact page. */
export const contactPage = {
  lead: 'A real person will reply. If it’s about a proposal, tell us which program.',
  formTitle: 'Send us a message',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  phoneHint: '10 digits, such as 024 123 4567. Spaces are fine.',
  message: 'Message',
  send: 'Send message',
  detailsTitle: 'Contact details',
  phoneLabel: 'Phone',
  emailLabel: 'Email',
  addressLabel: 'Office',
  hoursLabel: 'Hours',
  mapTitle: 'Where we are',
  mapLink: 'Open the map of East Legon',
  mapFrame: 'Map of the office in East Legon, Accra',
} as const;

/** Texts around the fields of both public forms. */
export const publicForm = {
  /** The label of the field that people never see. */
  honeypot: 'Leave this empty',
  answer: 'Response to your form',
  /** At the top of a form: the sentences are below, each beside its field. */
  attention: (count: number) => `There is a problem with ${count} answers.`,
} as const;
