/** Labels of what fills a form with an earlier proposal. */
export const earlierLabels = {
  title: 'Start from an earlier proposal',
  lead: 'Copy your answers and both documents into this form. You can change everything before you send it.',
  which: 'Earlier proposal',
  start: 'Copy into this form',
  failed: 'It could not be copied. Try again.',
} as const;
