import { formatDate } from '#domain/dates.ts';
import { comingOpening, describeStanding } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { programsPage } from '#content/programs.ts';
import { recordPage } from '#content/record.ts';
import { paths } from '#app/paths.ts';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { ApplyLink } from './apply-link.tsx';
import css from './program-row.module.css';
import { firstSentences } from '#app/ui/first-sentences.ts';

type Props = { program: Program; now: Date };

/** A program in the public list, edged with its sector's pattern. */
export function ProgramRow({ program, now }: Props) {
  const deadline = new Date(program.deadline_date);
  const isComing = comingOpening(program, now) !== undefined;
  return (
    <li className={css.row} data-mine={program.id}>
      <PatternBand
        pattern={SECTOR_PATTERNS[program.sector]}
        direction="down"
        thread={2}
        spans={[300, 220, 160, 160]}
        className={css.edge}
      />
      <div>
        <h3>
          <a href={paths.publicProgram({ id: program.id })}>{program.title}</a>
        </h3>
        <p className={css.sector}>{program.sector}</p>
        {program.amount_text && <p className={css.amount}>{program.amount_text}</p>}
        <p className={css.summary} data-teaser="">
          {firstSentences(program.description)}
        </p>
      </div>
      <div className={css.side}>
        <p className={css.deadline}>
          <b data-left="">{describeStanding(program, now)}</b>
          <span data-deadline="">
            <span>{programsPage.deadline}</span>{' '}
            <time dateTime={program.deadline_date}>{formatDate(deadline)}</time>
          </span>
        </p>
        <p className={`${css.actions} row`}>
          {!isComing && <ApplyLink program={program} label={programsPage.apply} isSmall />}
          <LinkButton href={paths.publicProgram({ id: program.id })} variant="quiet" isSmall>
            {programsPage.readMore}{' '}
            <VisuallyHidden>{programsPage.readMoreOf(program.title)}</VisuallyHidden>
          </LinkButton>
        </p>
      </div>
    </li>
  );
}

type ClosedProps = { program: Program; /** Whether it has a public record. */ isJudged: boolean };

/** A program that has closed, in one line: its name, when it closed, and how it was judged. */
export const ClosedRow = ({ program, isJudged }: ClosedProps) => (
  <li className={css.closed} data-mine={program.id}>
    <h3>
      <a href={paths.publicProgram({ id: program.id })}>{program.title}</a>
    </h3>
    <p className="note">
      <b data-left="" />{' '}
      <span data-deadline="">
        <span>{programsPage.closedOn}</span>{' '}
        <time dateTime={program.deadline_date}>{formatDate(program.deadline_date)}</time>
      </span>
    </p>
    <p className="row">
      {isJudged && (
        <LinkButton href={paths.record(program)} variant="quiet" isSmall>
          <span>{recordPage.title}</span> <VisuallyHidden>{program.title}</VisuallyHidden>
        </LinkButton>
      )}
      <LinkButton href={paths.publicProgram({ id: program.id })} variant="quiet" isSmall>
        {programsPage.readMore}{' '}
        <VisuallyHidden>{programsPage.readMoreOf(program.title)}</VisuallyHidden>
      </LinkButton>
      <ApplyLink program={program} label={programsPage.apply} isSmall />
    </p>
  </li>
);
