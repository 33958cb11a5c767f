import { ADMIN_CHOICES, formatStage } from '#domain/proposals/rules.ts';

/** In the order of the list of keys. */
export const KEY_LABELS = [
  ['Space', 'Scroll what you read; with Shift, back'],
  ['↑ ↓', 'Scroll by a few lines'],
  ['r', 'From the text to the document, and back'],
  ['t', 'The other document'],
  ['/', 'Search in the document'],
  ['j', 'Next proposal'],
  ['k', 'Previous proposal'],
  ['a', 'Approve'],
  ['d', 'Decline, with a reason'],
  ['d 1', 'Decline with your first text; 2 for the second, and so on'],
  [`1–${ADMIN_CHOICES.length}`, `Funding stage: ${ADMIN_CHOICES.map(formatStage).join(', ')}`],
  ['m', 'Assign to me'],
  ['g', 'Assign to somebody else'],
  ['u', 'Undo, until the applicant hears of it'],
  ['f', 'Flag or unflag'],
  ['n', 'Write a note'],
  ['s', 'Save and next'],
  ['Ctrl Enter', 'The same while writing'],
  ['Esc', 'Leave a field'],
  ['?', 'This list'],
] as const;
