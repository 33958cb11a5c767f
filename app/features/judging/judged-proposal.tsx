import { useState } from 'react';
import type { JudgedProposal, Review } from '#domain/judging/review-schema.ts';
import { formatDate } from '#domain/dates.ts';
import type { Answer } from '#domain/questions/schema.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { joinChoices } from '#domain/count-of.ts';
import { PdfViewer } from '#app/pdf/pdf-viewer.tsx';
import { Button } from '#app/ui/button.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { Facts } from '#app/ui/facts.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { judgingLabels as labels } from './labels.ts';
import css from './review-view.module.css';

/** Nothing where names are not shown. */
export function ProposalNames({ proposal }: { proposal: JudgedProposal }) {
  const { business_location: location, business_website: website, region } = proposal;
  if (proposal.business_name === undefined) return null;
  const applicant = `${proposal.applicant_first_name} ${proposal.applicant_last_name}`;
  return (
    <Facts
      isCompact
      facts={[
        [labels.applicant, applicant],
        [labels.location, location],
        [labels.region, region],
        ...(website ? [[labels.website, website] as const] : []),
      ]}
    />
  );
}

/** What a judge reads of a proposal. */
export const JudgedText = ({ proposal }: { proposal: JudgedProposal }) => (
  <>
    <ProposalNames proposal={proposal} />
    <section aria-labelledby="description">
      <h2 id="description">{labels.description}</h2>
      <RichText html={proposal.business_description || `<p>${labels.noDescription}</p>`} />
    </section>
    {proposal.answers && (
      <section aria-labelledby="answers">
        <h2 id="answers">{labels.answers}</h2>
        <dl className={css.answers}>
          {proposal.answers.map((answer) => (
            <div key={answer.question_id}>
              <dt>{answer.label}</dt>
              <dd>{wordsOf(answer)}</dd>
            </div>
          ))}
        </dl>
      </section>
    )}
  </>
);

/** Without the rules of domain/questions/, which weigh more than this screen. */
function wordsOf({ kind, value }: Answer): string {
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  if (kind === 'date') return formatDate(String(value));
  return Array.isArray(value) ? joinChoices(value) : value.toLocaleString('en-GB');
}

/** Where documents are shown. On a phone each one waits for a press: it may be large. */
export const JudgedDocuments = ({ review }: { review: Review }) => {
  const { documents: kinds = [], withheld_documents: withheld = [] } = review.proposal;
  const bytes = review.proposal.document_bytes;
  if (kinds.length + withheld.length === 0) return null;
  return (
    <section className={css.documents} aria-label={labels.documents}>
      {kinds.map((kind) => (
        <OneDocument key={kind} kind={kind} reviewId={review.id} size={bytes?.[kind]} />
      ))}
      {withheld.map(({ kind, is_clean: isClean }) => (
        <p key={kind}>{labels.withheld(labels.kinds[kind], isClean === null)}</p>
      ))}
    </section>
  );
};

type OneProps = { kind: DocumentKind; reviewId: string; size: number | undefined };

function OneDocument({ kind, reviewId, size }: OneProps) {
  const [isShown, setShown] = useState(() => matchMedia('(min-width: 64rem)').matches);
  const label = labels.kinds[kind];
  if (!isShown)
    return (
      <Button variant="secondary" onClick={() => setShown(true)}>
        {labels.showDocument(label, size === undefined ? undefined : formatBytes(size))}
      </Button>
    );
  return (
    <div className={css.viewer}>
      <h2>{label}</h2>
      <PdfViewer
        source={{ owner: `/reviews/${reviewId}`, kind, key: reviewId }}
        label={label}
        size={size}
        searchId={`search-${kind}`}
      />
    </div>
  );
}
