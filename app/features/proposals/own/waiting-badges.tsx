import { formatShortMoment } from '#domain/dates.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { threadLabels } from '#app/features/threads/labels.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ownLabels } from './labels.ts';
import css from './proposals-table.module.css';

type WaitingItems = Pick<ListedProposal, 'unread_messages' | 'open_request'>;

/** Whether the firm waits for this applicant. */
export const isWaiting = ({
  unread_messages: unread,
  open_request: request,
}: WaitingItems): boolean => unread > 0 || request !== null;

/** What the firm has written or asked for; renders nothing if that is nothing. */
export function WaitingBadges({ proposal }: { proposal: WaitingItems }) {
  if (!isWaiting(proposal)) return null;
  const { unread_messages: unread, open_request: request } = proposal;
  return (
    <small className={`${css.waiting} row`}>
      {unread > 0 && <Badge tone="wait">{threadLabels.unread(unread)}</Badge>}
      {request && (
        <Badge tone="wait">{`${ownLabels.answerUntil} ${formatShortMoment(request.due_at)}`}</Badge>
      )}
    </small>
  );
}
