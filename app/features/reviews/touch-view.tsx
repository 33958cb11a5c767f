import { Suspense, useState } from 'react';
import type { Proposal } from '#domain/proposals/schema.ts';
import { ResultsView } from '#app/features/judging/results-view.tsx';
import { ThreadView } from '#app/features/threads/thread-view.tsx';
import threadCss from '#app/features/threads/message-list.module.css';
import { Badge } from '#app/ui/badge.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { askLabels } from './request-labels.ts';

/** Loaded when it is unfolded. */
const RequestView = lazyPart(() => import('./request-view.tsx'));

/** Results, messages, and requests for changes: what is between the firm and the applicant. */
export default function TouchView({ proposal }: { proposal: Proposal }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {proposal.rounds?.some(({ is_released }) => is_released) && (
        <ResultsView proposal={proposal} />
      )}
      <ThreadView proposal={proposal} />
      <details
        id="requests"
        className={`${threadCss.folded} fold`}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <span>{askLabels.title}</span>
          {proposal.open_request && <Badge tone="wait">{askLabels.open}</Badge>}
        </summary>
        {isOpen && (
          <Suspense>
            <RequestView proposal={proposal} />
          </Suspense>
        )}
      </details>
    </>
  );
}
