import { Suspense, useState } from 'react';
import type { Proposal } from '#domain/proposals/schema.ts';
import { Badge } from '#app/ui/badge.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { threadLabels } from './labels.ts';
import css from './message-list.module.css';

/** Loaded when it is unfolded: that also marks the messages as read. */
const MessageList = lazyPart(() => import('./list/message-list.tsx'));

type Props = {
  proposal: Pick<Proposal, 'id' | 'unread_messages'>;
  /** Whether it is unfolded at once. */
  isUnfolded?: boolean;
};

/** The messages about a proposal, folded, with how many are new. */
export function ThreadView({ proposal: { id, unread_messages: unread }, isUnfolded }: Props) {
  const [isOpen, setOpen] = useState(isUnfolded ?? false);
  return (
    <details
      id="messages"
      className={`${css.folded} fold`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span>{threadLabels.title}</span>
        {unread > 0 && !isOpen && <Badge tone="wait">{threadLabels.new(unread)}</Badge>}
      </summary>
      {isOpen && (
        <Suspense>
          <MessageList proposalId={id} />
        </Suspense>
      )}
    </details>
  );
}
