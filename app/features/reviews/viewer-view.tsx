import { useState } from 'react';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { ApplicantContact, WrittenAnswers } from '#app/features/submissions/proposal-answers.tsx';
import { DocumentsView } from './documents-view.tsx';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import css from './room-view.module.css';
import { StandingFacts } from './standing-view.tsx';
import { WarningsList } from './warnings-list.tsx';

type Props = { proposal: Proposal; onReady: () => void };

/** The reading room of somebody who looks and changes nothing. */
export default function ViewerRoom({ proposal, onReady }: Props) {
  const [chosen, setChosen] = useState<DocumentKind>(DOCUMENT_KINDS[0]);
  return (
    <div className={css.room}>
      <div className={css.answers} role="region" aria-label={reviewLabels.answers} tabIndex={0}>
        <WarningsList proposal={proposal} />
        <WrittenAnswers proposal={proposal} />
        <StandingFacts proposal={proposal} />
        <ApplicantContact proposal={proposal} />
      </div>
      <DocumentsView {...{ proposal, chosen, onChoose: setChosen, onReady }} />
    </div>
  );
}
