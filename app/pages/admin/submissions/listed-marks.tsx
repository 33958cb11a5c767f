import { formatShortDateTime } from '#domain/dates.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { LabelBadge } from '#app/features/labels/label-badge.tsx';
import { threadLabels } from '#app/features/threads/labels.ts';
import { Badge } from '#app/ui/badge.tsx';
import { listDeskLabels } from './labels.ts';
import css from './submissions-table.module.css';

type Props = {
  proposal: Pick<ListedProposal, 'labels' | 'unread_messages' | 'open_request'>;
  /** Others see labels only. */
  isAdmin: boolean;
};

/** What is new or asked for, and the labels; renders nothing if there is none of it. */
export function ListedMarks({ proposal, isAdmin }: Props) {
  const { labels = [], unread_messages: unread, open_request: request } = proposal;
  const waits = isAdmin && (unread > 0 || request);
  if (!waits && labels.length === 0) return null;
  return (
    <small className={css.marks}>
      {isAdmin && unread > 0 && <Badge tone="wait">{threadLabels.unread(unread)}</Badge>}
      {isAdmin && request && (
        <span>{`${listDeskLabels.askedUntil} ${formatShortDateTime(request.due_at)}`}</span>
      )}
      {labels.map((label) => (
        <LabelBadge key={label.id} label={label} />
      ))}
    </small>
  );
}
