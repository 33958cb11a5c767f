import { useState } from 'react';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { ApplicantContact, WrittenAnswers } from '#app/features/submissions/proposal-answers.tsx';
import { useScreenKeys } from '#app/ui/use-screen-keys.ts';
import { DocumentsView, nextOf, searchIdOf } from './documents-view.tsx';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import css from './room-view.module.css';
import { StandingFacts } from './standing-view.tsx';
import { focusOn } from './use-writing.ts';
import { WarningsList } from './warnings-list.tsx';

type Props = { proposal: Proposal; onReady: () => void };

/** The reading room of somebody who looks and changes nothing. */
export default function ViewerRoom({ proposal, onReady }: Props) {
  const [chosen, setChosen] = useState<string>(DOCUMENT_KINDS[0]);
  useScreenKeys({
    t: () => setChosen(nextOf(proposal, chosen)),
    '/': () => focusOn(searchIdOf(chosen)),
  });
  return (
    <div className={`${css.room} ${css.bare}`}>
      <div className={css.answers} role="region" aria-label={reviewLabels.answers} tabIndex={0}>
        <div className={css.written}>
          <WarningsList proposal={proposal} />
          <WrittenAnswers proposal={proposal} />
          <StandingFacts proposal={proposal} />
          <ApplicantContact proposal={proposal} />
        </div>
      </div>
      <DocumentsView {...{ proposal, chosen, onChoose: setChosen, onReady }} />
    </div>
  );
}
