import { Suspense } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatMoment } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import css from './view-proposal.module.css';
import { reviewLabels } from './review-labels.ts';

/** Most programs ask nothing of their own. */
const AnswersView = lazyPart(() => import('./answers-view.tsx'));

/** All answers of the applicant. */
export function ProposalAnswers({ proposal }: { proposal: Proposal }) {
  const website = proposal.business_website;
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">{reviewLabels.answers}</h2>
      <Facts
        facts={[
          [reviewLabels.businessName, proposal.business_name],
          [reviewLabels.sector, proposal.business_sector],
          [reviewLabels.location, proposal.business_location],
          [
            reviewLabels.website,
            website ? <WebsiteLink address={website} /> : reviewLabels.noWebsite,
          ],
          ...(proposal.flagged === undefined ? [] : datesOf(proposal)),
        ]}
      />
      <WrittenAnswers proposal={proposal} />
    </section>
  );
}

/** For the firm: applicants have their receipt, and a timeline. */
const datesOf = ({ received_at, completed_at, created_at, updated_at }: Proposal) => [
  [reviewLabels.submitted, formatMoment(received_at)] as const,
  [reviewLabels.completed, formatMoment(completed_at)] as const,
  ...(formatDateTime(updated_at) === formatDateTime(created_at)
    ? []
    : [[reviewLabels.changed, formatMoment(updated_at)] as const]),
];

/** What is read at length: the description, and the answers to the program's own questions. */
export const WrittenAnswers = ({ proposal }: { proposal: Proposal }) => (
  <>
    <h2>{reviewLabels.description}</h2>
    {proposal.business_description ? (
      <RichText html={proposal.business_description} />
    ) : (
      <p className={css.none}>{reviewLabels.noDescription}</p>
    )}
    {proposal.answers && proposal.answers.length > 0 && (
      <Suspense>
        <AnswersView answers={proposal.answers} />
      </Suspense>
    )}
  </>
);

/** An address that a stranger entered: no referrer is sent to it. */
export function WebsiteLink({ address }: { address: string }) {
  return /^https?:\/\//i.test(address) ? (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" data-bare="">
      {address}
    </a>
  ) : (
    address
  );
}

/** The applicant, with contact details for those who may see them. */
export function ApplicantContact({ proposal: { applicant, region } }: { proposal: Proposal }) {
  const name = `${applicant.first_name} ${applicant.last_name}`;
  // Null: the person has no address, which is no secret.
  const seesAccount = applicant.email !== undefined;
  return (
    <section aria-labelledby="contact" className={css.contact}>
      <h2 id="contact">{reviewLabels.contact}</h2>
      <p>
        <b>{seesAccount ? <Link to={paths.user({ id: applicant.id })}>{name}</Link> : name}</b>
        <span>{region}</span>
        {applicant.email && (
          <a href={`mailto:${applicant.email}`}>
            <EmailText address={applicant.email} />
          </a>
        )}
        {applicant.phone_number && <PhoneLink number={applicant.phone_number} />}
      </p>
    </section>
  );
}
