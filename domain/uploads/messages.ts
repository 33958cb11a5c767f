/** What is said of uploads in pieces. */
export const UPLOAD_RULES = {
  unfit: 'This upload can not be taken. Please try again.',
  gone: 'What was sent earlier is no longer here. Please send it again.',
  tooLarge: 'The files together are too large. Choose smaller ones and try again.',
} as const;
