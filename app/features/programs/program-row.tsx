import { formatDate } from '#domain/dates.ts';
import { comingOpening, describeStanding } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { programsPage } from '#content/programs.ts';
import { paths } from '#app/paths.ts';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { ApplyLink } from './apply-link.tsx';
import css from './program-row.module.css';
import { firstSentences } from '#app/ui/first-sentences.ts';

type Props = { program: Program; now: Date; /** Of its heading. */ level?: 2 | 3 };

/** A program in the public list, edged with its sector's pattern. */
export function ProgramRow({ program, now, level = 2 }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const deadline = new Date(program.deadline_date);
  const isComing = comingOpening(program, now) !== undefined;
  return (
    <li
      className={css.row}
      data-mine={program.id}
      data-closed={program.is_open || isComing ? undefined : ''}
    >
      <PatternBand
        pattern={SECTOR_PATTERNS[program.sector]}
        direction="down"
        thread={2}
        spans={[300, 220, 160, 160]}
        className={css.edge}
      />
      <div>
        <Heading>
          <a href={paths.publicProgram({ id: program.id })}>{program.title}</a>
        </Heading>
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
            <span>
              {program.is_open || isComing ? programsPage.deadline : programsPage.closedOn}
            </span>{' '}
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
