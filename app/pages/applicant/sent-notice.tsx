import { formatMoment } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { readSector } from '#domain/sectors.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import {
  describeEditing,
  describeNext,
  ownLabels as labels,
} from '#app/features/proposals/own/labels.ts';
import css from '#app/features/proposals/own/own-proposal.module.css';
import { StepsView } from '#app/features/proposals/own/steps-view.tsx';
import { useDecisionDay } from '#app/features/proposals/own/use-decision-day.ts';
import { useProfile } from '#app/session/use-session.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { ReceiptLink } from './receipt-section.tsx';

/** What people want to know right after submitting; shown while the address has `sent`. */
export function SentNotice({ proposal }: { proposal: Proposal }) {
  const { email } = useProfile();
  const now = serverNow();
  const decisionDay = useDecisionDay(proposal.program_id) ?? undefined;
  const sector = readSector(proposal.business_sector);
  return (
    <section className={css.sent} aria-labelledby="sent">
      <PatternBand
        pattern={sector ? SECTOR_PATTERNS[sector] : housePattern}

        thread={1}
      />
      <h2 id="sent">{labels.sentTitle}</h2>
      <StepsView proposal={proposal} />
      <dl>
        <dt>{labels.received}</dt>
        <dd>
          <b>{formatMoment(proposal.received_at)}</b>
        </dd>
        {proposal.receipt_number && (
          <>
            <dt>{labels.receiptNumber}</dt>
            <dd>
              <ReceiptLink number={proposal.receipt_number} />
            </dd>
          </>
        )}
        <dt>{labels.copySent}</dt>
        <dd>
          <EmailText address={email} />
        </dd>
        <dt>{labels.changes}</dt>
        <dd>{describeEditing(proposal, now)}</dd>
        <dt>{labels.next}</dt>
        <dd>{describeNext(proposal.program.deadline_date, now, decisionDay)}</dd>
      </dl>
    </section>
  );
}
