import { formatMoment } from '#domain/dates.ts';
import { extendedUntil, asExtended, describeDeadline } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { continueLabel } from '#app/features/drafts/list/labels.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import css from './applicant-home.module.css';
import { applicantHomeLabels as labels } from './labels.ts';
import { DOT } from '#app/ui/join-facts.ts';

type Props = {
  program: Program;
  now: Date;
  /** Nothing that this person has begun waits above it. */
  isFirst: boolean;
};

/** The open program that closes first, for which this applicant has begun nothing. */
export function NextDeadline({ program, now, isFirst }: Props) {
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
      <LinkButton
        to={paths.submitProposal({ programId: program.id })}
        variant={isFirst ? 'primary' : 'secondary'}
        aria-label={continueLabel(labels.apply, program.title)}
      >
        {labels.apply}
      </LinkButton>
    </section>
  );
}
