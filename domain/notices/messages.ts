/** Our own sentences. */
export const NOTICE = {
  until: 'Please enter the end of the notice as a date and time.',
  past: 'A notice must end in the future.',
  notFound: 'There is no notice.',
} as const;
