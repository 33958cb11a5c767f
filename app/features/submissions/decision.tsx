import { useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { ApprovalBadge, StageBadge } from '#app/features/proposals/stage-badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { reviewLabels } from './review-labels.ts';
import css from './view-proposal.module.css';

/** Where the proposal stands, and the dialog that changes it. */
export function Decision({ proposal }: { proposal: Versioned<Proposal> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="decision" className={css.decision}>
      <h2 id="decision">{reviewLabels.decision}</h2>
      <Facts
        facts={[
          [reviewLabels.status, <ApprovalBadge isApproved={proposal.is_approved} />],
          [reviewLabels.stage, <StageBadge stage={proposal.funding_stage} />],
          [reviewLabels.deadline, formatDateTime(proposal.program.deadline_date)],
        ]}
        isCompact
      />
      <Button onClick={() => setOpen(true)}>{reviewLabels.review}</Button>
      <ReviewDialog proposal={proposal} isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}
