import { ADMIN_CHOICES, formatStage } from '#domain/proposals/rules.ts';
import KeysDialog from '#app/ui/keys-dialog.tsx';

/** What a viewer has, too. */
const VIEWER_KEYS = [
  ['t', 'The other document'],
  ['/', 'Search in the document'],
  ['j', 'Next proposal'],
  ['k', 'Previous proposal'],
  ['Esc', 'Leave a field'],
  ['?', 'This list'],
] as const;

const KEYS = [
  ['Space', 'Scroll down; with Shift, up'],
  ['↑ ↓', 'Scroll by a few lines'],
  ['r', 'Switch between text and document'],
  ...VIEWER_KEYS,
  ['a', 'Approve'],
  ['d', 'Decline, or edit the reason'],
  ['d 1', 'Decline with your first template; 2 for the second, and so on'],
  [`1–${ADMIN_CHOICES.length}`, `Funding stage: ${ADMIN_CHOICES.map(formatStage).join(', ')}`],
  ['m', 'Assign to me'],
  ['g', 'Assign to somebody else'],
  ['u', 'Undo, until the applicant is told'],
  ['f', 'Flag or unflag'],
  ['n', 'Write a note'],
  ['s', 'Save and next'],
  ['Ctrl Enter', 'The same while writing'],
] as const;

type Props = { isAdmin: boolean; onClose: () => void };

/** The keys of the reading room. */
export default function RoomKeysDialog({ isAdmin, onClose }: Props) {
  return <KeysDialog keys={isAdmin ? KEYS : VIEWER_KEYS} onClose={onClose} />;
}
