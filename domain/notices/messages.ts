/** Our own sentences. */
export const NOTICE = {
  until: 'Enter the date and time when the notice ends.',
  past: 'A notice must end in the future.',
  notFound: 'There is no notice.',
} as const;
