import { formatMoment } from '#domain/dates.ts';
import { extendedUntil, asExtended, describeDeadline } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { continueLabel, draftLabels, pathOf } from '#app/features/drafts/list/labels.ts';
import type { Standing } from '#app/features/drafts/list/use-drafts.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import css from './applicant-home.module.css';
import { applicantHomeLabels as labels } from './labels.ts';
import { DOT } from '#app/ui/join-facts.ts';

type Props = {
  program: Program;
  standing: Standing;
  now: Date;
  /** Nothing that this person has begun waits above it. */
  isFirst: boolean;
};

/** The open program that closes first, and what this applicant has done about it. */
export function NextDeadline({ program, standing, now, isFirst }: Props) {
  const { deadline_date: deadline, extended_until: extended } = asExtended(program);
  return (
    <section className={`${css.next} row`} aria-labelledby="next-deadline">
      <div>
        <h2 id="next-deadline">
          <span className={css.kicker}>{labels.next}</span> <span>{program.title}</span>
        </h2>
        <p>
          <b>{describeDeadline(new Date(deadline), now)}</b>
          {DOT}
          <span>{extended ? extendedUntil('') : `${labels.applyBy} `}</span>
          <time dateTime={deadline}>{formatMoment(deadline)}</time>
        </p>
      </div>
      <NextStep {...{ program, standing, isFirst }} />
    </section>
  );
}

function NextStep({ program, standing: { draft, proposal }, isFirst }: Omit<Props, 'now'>) {
  const variant = isFirst ? 'primary' : 'secondary';
  const form = paths.submitProposal({ programId: program.id });
  if (draft) {
    const action = draft.submitting ? draftLabels.sendDocuments : draftLabels.continueDraft;
    return (
      <LinkButton
        to={pathOf(draft)}
        variant={variant}
        aria-label={continueLabel(action, program.title)}
      >
        {action}
      </LinkButton>
    );
  }
  if (proposal)
    return (
      <p className={`${css.applied} row`}>
        <Badge tone="good">{draftLabels.applied}</Badge>
        <LinkButton to={paths.ownProposal(proposal)} variant="secondary">
          {draftLabels.viewProposal}
        </LinkButton>
      </p>
    );
  return (
    <LinkButton to={form} variant={variant} aria-label={continueLabel(labels.apply, program.title)}>
      {labels.apply}
    </LinkButton>
  );
}
