export const noticeDeskLabels = {
  title: 'Site notice',
  lead: 'One message at the top of every page, on the public site and in the portal, until a time you choose.',
  none: 'No notice is shown at the moment.',
  shown: 'A notice is shown on every page',
  text: 'Notice',
  textHint: 'Say what is happening, when, and what people can do meanwhile.',
  until: 'Show it until',
  untilHint: 'Date and time in Ghana. It then disappears automatically.',
  preview: 'How it will look',
  show: 'Show on every page',
  replace: 'Replace the notice',
  cancel: 'Cancel',
  saved: 'The notice is now on every page.',
  deleted: 'The notice is no longer shown.',
  deleteQuestion: 'It disappears from every page at once.',
  loadFailed: 'The notice could not be loaded. Check your connection and try again.',
  saveFailed: 'The notice could not be saved. Check your connection and try again.',
  deleteFailed: 'The notice could not be deleted. Check your connection and try again.',
} as const;

/** `moment` as in "30 November 2026 at 17:00". */
export const describeEnd = (moment: string): string => `Until ${moment}.`;
