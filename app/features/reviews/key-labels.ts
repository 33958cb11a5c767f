import { ADMIN_CHOICES, formatStage } from '#domain/proposals/rules.ts';

/** In the order of the list of keys. */
export const KEY_LABELS = [
  ['Space', 'Scroll down; with Shift, up'],
  ['↑ ↓', 'Scroll by a few lines'],
  ['r', 'Switch between text and document'],
  ['t', 'The other document'],
  ['/', 'Search in the document'],
  ['j', 'Next proposal'],
  ['k', 'Previous proposal'],
  ['a', 'Approve'],
  ['d', 'Decline, with a reason'],
  ['d 1', 'Decline with your first template; 2 for the second, and so on'],
  [`1–${ADMIN_CHOICES.length}`, `Funding stage: ${ADMIN_CHOICES.map(formatStage).join(', ')}`],
  ['m', 'Assign to me'],
  ['g', 'Assign to somebody else'],
  ['u', 'Undo, until the applicant is told'],
  ['f', 'Flag or unflag'],
  ['n', 'Write a note'],
  ['s', 'Save and next'],
  ['Ctrl Enter', 'The same while writing'],
  ['Esc', 'Leave a field'],
  ['?', 'This list'],
] as const;
