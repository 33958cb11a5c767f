import type { Proposal } from '#domain/proposals/schema.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DocumentDownload } from '#app/features/proposals/document-download.tsx';
import { documentLabels } from '#app/features/proposals/document-labels.ts';
import { LINK_FALLBACK } from '#app/features/proposals/use-document-link.ts';
import { Decision } from '#app/features/submissions/decision.tsx';
import { NeighbourLinks } from '#app/features/submissions/neighbours.tsx';
import { ApplicantContact, ProposalAnswers } from '#app/features/submissions/proposal-answers.tsx';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { useSubmission } from '#app/features/submissions/use-submission.ts';
import css from '#app/features/submissions/view-proposal.module.css';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import type { Route } from './+types/view-proposal';

export const meta = () => [{ title: reviewLabels.title }];

/** /dashboard/admin/view-proposal/{id}: the answers, the documents and the decision. */
export default function ViewProposal({ params: { id } }: Route.ComponentProps) {
  const { data: proposal, error, isPending, refetch } = useSubmission(id);
  if (isMissing(error))
    return (
      <NotFoundState title={error.message} to={paths.submissions()} label={reviewLabels.back} />
    );
  return (
    <>
      <NeighbourLinks id={id} />
      <PageHeading
        title={proposal?.business_name ?? reviewLabels.title}
        lead={proposal && `${proposal.program.title} · ${proposal.business_sector}`}
      />
      {isPending && <Skeleton label="Loading the proposal" />}
      {error && !proposal && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {proposal && <Answered key={proposal.id} proposal={proposal} />}
    </>
  );
}

function Answered({ proposal }: { proposal: Versioned<Proposal> }) {
  return (
    <div className={css.columns}>
      <div>
        <ProposalAnswers proposal={proposal} />
      </div>
      <div className={css.side}>
        <Decision proposal={proposal} />
        <section aria-labelledby="documents">
          <h2 id="documents">{documentLabels.title}</h2>
          {DOCUMENT_KINDS.map((kind) => (
            <DocumentDownload
              key={kind}
              proposal={proposal}
              kind={kind}
              request={() =>
                api.getDocumentLink(proposal.document_urls[kind], { fallback: LINK_FALLBACK })
              }
            />
          ))}
        </section>
        <ApplicantContact proposal={proposal} />
      </div>
    </div>
  );
}
