/** In the order of the list of keys. */
export const KEY_LABELS = [
  ['j', 'Next proposal'],
  ['k', 'Previous proposal'],
  ['a', 'Approve'],
  ['d', 'Decline, with a reason'],
  ['u', 'Undo, until the applicant hears of it'],
  ['f', 'Flag or unflag'],
  ['n', 'Write a note'],
  ['s', 'Save and next'],
  ['Ctrl Enter', 'The same while writing'],
  ['/', 'Search in the document'],
  ['t', 'The other document'],
  ['Esc', 'Leave a field'],
  ['?', 'This list'],
] as const;
