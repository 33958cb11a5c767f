import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Proposal } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';
import { paths } from '#app/paths.ts';
import { DocumentDownload } from '#app/features/proposals/documents/document-download.tsx';
import { LINK_FALLBACK } from '#app/features/proposals/documents/use-document-link.ts';
import { documentLabels, documentsOf } from '#app/features/proposals/labels.ts';
import { ApplicantContact, WrittenAnswers } from '#app/features/submissions/proposal-answers.tsx';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { Badge } from '#app/ui/badge.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { roomLabels } from './labels.ts';
import css from './room-view.module.css';
import { StandingView } from './standing-view.tsx';
import type { Part } from './touch-view.tsx';
import { TEXT_ID } from './use-panes.ts';
import { WarningsList } from './warnings-list.tsx';

/** Loaded after what is read. */
const TouchView = lazyPart(() => import('./touch-view.tsx'));

type Tab = Exclude<Part, 'rest'>;
const PARTS = ['messages', 'requests', 'history'] as const;

/** The applicant's text, or what was said and done about it since: one at a time. */
export function TextPane({ proposal }: { proposal: Proposal }) {
  const [part, setPart] = useState<Tab>();
  const { unread_messages: unread, open_request: request } = proposal;
  const [isRead, setRead] = useState(false);
  const choose = (chosen: Tab | undefined) => {
    setPart(chosen);
    if (chosen === 'messages') setRead(true);
  };
  const news: Partial<Record<Tab, CountProps>> = {};
  if (unread > 0 && !isRead) news.messages = { count: unread, label: roomLabels.new };
  if (request) news.requests = { count: 1, label: roomLabels.open };
  return (
    <div className={css.pane}>
      <div className={css.kinds} role="group" aria-label={reviewLabels.title}>
        {[undefined, ...PARTS].map((one) => (
          <button
            key={one ?? ''}
            type="button"
            aria-pressed={one === part}
            onClick={() => choose(one)}
          >
            <span>{one ? roomLabels.parts[one] : reviewLabels.title}</span>
            {one && news[one] && <Count {...news[one]} />}
          </button>
        ))}
      </div>
      <div
        id={TEXT_ID}
        className={css.answers}
        role="region"
        aria-label={part ? roomLabels.parts[part] : reviewLabels.answers}
        tabIndex={0}
      >
        <div className={css.written} hidden={part !== undefined}>
          <WarningsList proposal={proposal} onHistory={() => choose('history')} />
          <RoundsView proposal={proposal} />
          <StandingView proposal={proposal} />
          <WrittenAnswers proposal={proposal} />
          <ApplicantContact proposal={proposal} />
          <Documents proposal={proposal} />
          <Suspense>
            <TouchView proposal={proposal} part="rest" />
          </Suspense>
        </div>
        <Suspense>{part && <TouchView proposal={proposal} part={part} />}</Suspense>
      </div>
    </div>
  );
}

type CountProps = { count: number; label: string };

const Count = ({ count, label }: CountProps) => (
  <Badge tone="wait">
    <span>{count}</span>
    <span className="visually-hidden">{label}</span>
  </Badge>
);

const Documents = ({ proposal }: { proposal: Proposal }) => (
  <section aria-labelledby="documents">
    <h2 id="documents">{documentLabels.title}</h2>
    {documentsOf(proposal).map(({ key: kind, label }) => (
      <DocumentDownload
        key={kind}
        proposal={proposal}
        kind={kind}
        label={label}
        request={() =>
          api.getDocumentLink(proposal.document_urls[kind]!, { fallback: LINK_FALLBACK })
        }
      />
    ))}
  </section>
);

/** The rounds of judging that it is or was in; a round decides until its results are released. */
const RoundsView = ({ proposal: { rounds = [] } }: { proposal: Proposal }) =>
  rounds.length > 0 && (
    <section aria-label={roomLabels.rounds}>
      {rounds.map((round) => (
        <p key={round.id}>
          <span>{roomLabels.inRound}</span> <Link to={paths.round(round)}>{round.name}</Link>
          <span>{round.is_released ? roomLabels.isReleased : roomLabels.roundDecides}</span>
        </p>
      ))}
    </section>
  );
