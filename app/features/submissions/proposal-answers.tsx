import { formatDateTime } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { Facts } from '#app/ui/facts.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import css from './view-proposal.module.css';
import { reviewWords as words } from './review-words.ts';

/** Everything that the applicant answered. */
export function ProposalAnswers({ proposal }: { proposal: Proposal }) {
  const website = proposal.business_website;
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">{words.answers}</h2>
      <Facts
        facts={[
          [words.businessName, proposal.business_name],
          [words.sector, proposal.business_sector],
          [words.location, proposal.business_location],
          [words.website, website ? <WebsiteLink address={website} /> : words.noWebsite],
          [words.submitted, formatDateTime(proposal.received_at)],
          [words.completed, formatDateTime(proposal.completed_at)],
          ...(formatDateTime(proposal.updated_at) !== formatDateTime(proposal.created_at)
            ? [[words.changed, formatDateTime(proposal.updated_at)] as const]
            : []),
        ]}
      />
      <h2>{words.description}</h2>
      {proposal.business_description ? (
        <RichText html={proposal.business_description} />
      ) : (
        <p className={css.none}>{words.noDescription}</p>
      )}
    </section>
  );
}

/** An address that a stranger typed: it learns nothing of this screen. */
function WebsiteLink({ address }: { address: string }) {
  return /^https?:\/\//i.test(address) ? (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address}
    </a>
  ) : (
    address
  );
}

/** Who applied, and how to reach them. */
export function ApplicantContact({ proposal: { applicant, region } }: { proposal: Proposal }) {
  return (
    <section aria-labelledby="contact" className={css.contact}>
      <h2 id="contact">{words.contact}</h2>
      <p>
        <b>
          {applicant.first_name} {applicant.last_name}
        </b>
        <span>{region}</span>
        {applicant.email && <a href={`mailto:${applicant.email}`}>{applicant.email}</a>}
        {applicant.phone_number && (
          <a href={`tel:${applicant.phone_number}`}>{applicant.phone_number}</a>
        )}
      </p>
    </section>
  );
}
