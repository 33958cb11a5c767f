import { formatDateTime } from '#domain/dates.ts';
import { formatStage } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { joinChoices } from '#domain/count-of.ts';
import { labelTexts } from '#app/features/labels/labels.ts';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { Facts } from '#app/ui/facts.tsx';
import { roomLabels } from './labels.ts';
import css from './room-view.module.css';

/** On paper only: what the desk says on the screen with its buttons and lists. */
export const StandingView = ({ proposal }: { proposal: Proposal }) => (
  <section className={css.printed} aria-labelledby="printed">
    <StandingFacts proposal={proposal} />
  </section>
);

/** What has been decided, in words. */
export function StandingFacts({ proposal }: { proposal: Proposal }) {
  const { decision, decided_at: decidedAt, decided_by_name: decider } = proposal;
  const { decline_reason: reason, labels = [] } = proposal;
  return (
    <>
      <h2 id="printed">{roomLabels.heading}</h2>
      <Facts
        facts={[
          [reviewLabels.status, proposal.withdrawal ? roomLabels.withdrawn : roomLabels[decision]],
          ...(decidedAt
            ? [[roomLabels.decided, describeDecided(decidedAt, decider)] as const]
            : []),
          ...(reason
            ? [[roomLabels.reasonTitle, <Reason key="reason" text={reason} />] as const]
            : []),
          [reviewLabels.stage, formatStage(proposal.funding_stage)],
          ...(labels.length > 0
            ? [[labelTexts.title, joinChoices(labels.map(({ name }) => name))] as const]
            : []),
        ]}
      />
    </>
  );
}

const Reason = ({ text }: { text: string }) => <span className="as-typed">{text}</span>;

const describeDecided = (at: string, decider: string | null | undefined): string =>
  formatDateTime(at) + (decider ? ` ${roomLabels.by(decider)}` : '');
