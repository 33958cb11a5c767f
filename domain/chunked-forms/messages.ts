/** What is said of uploads in chunks. */
export const UPLOAD_RULES = {
  unfit: 'This upload cannot be taken. Please try again.',
  gone: 'What was sent earlier is no longer here. Please send it again.',
  lapsed: (minutes: number) =>
    `The documents were not here within ${minutes} minutes, and the deadline has passed meanwhile.`,
  differs: (label: string) =>
    `The ${label} file that came is not the one that was announced, so nothing was stored. Please send it again.`,
  tooLarge: 'The files together are too large. Choose smaller ones and try again.',
} as const;
