import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '#domain/dates.ts';
import {
  PROGRAM_RULES,
  describeDeadline,
  describeWait,
  isLastDay,
} from '#domain/programs/rules.ts';
import type { Sector } from '#domain/sectors.ts';
import { programsPage } from '#content/programs.ts';
import { paths } from '#app/paths.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import css from './program-view.module.css';

type Props = {
  /** A preview may have none yet. */
  id?: string;
  title: string;
  /** A preview may have neither yet. */
  sector: Sector | undefined;
  deadline: Date | undefined;
  isOpen: boolean;
  /** While it is still to come. */
  opening?: Date | undefined;
  now: Date;
  /** How much there is, in words. */
  amount?: string | null;
  /** The day by which it decides. */
  decisionBy?: string | null;
  /** In a preview, it is not the page's heading. */
  heading?: 'h1' | 'h2';
  /** What stands in the way of applying, above the actions. */
  notice?: ReactNode;
  actions: ReactNode;
  /** What to read before. */
  links?: ReactNode;
  /** The description, and what is above it. */
  text: ReactNode;
  /** Below it, at full width. */
  children?: ReactNode;
};

/** A program as on the public page, and as in a preview. */
export function ProgramView(props: Props) {
  const { title, sector, isOpen, heading: Heading = 'h1', text, children } = props;
  return (
    <article className={css.page}>
      {sector && <PatternBand pattern={SECTOR_PATTERNS[sector]} thread={4} className={css.band} />}
      <div className={css.head}>
        <p className={css.sector}>{sector}</p>
        <Heading className={css.title} tabIndex={-1}>
          {title}
        </Heading>
      </div>
      <Side {...props} />
      <div className={css.text}>
        {text}
        {isOpen && (
          <section className={css.prepare}>
            <h2>{programsPage.prepareTitle}</h2>
            <ul>
              {programsPage.prepare.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <p>
              <a href={paths.makingPdf} className="onward">
                {programsPage.makingPdf}
              </a>
            </p>
          </section>
        )}
      </div>
      {children}
    </article>
  );
}

/** What there is, and when one hears; each only if the program says it. */
const Offer = ({ amount, decisionBy }: Pick<Props, 'amount' | 'decisionBy'>) => (
  <>
    {amount && (
      <p>
        <span>{programsPage.amount}</span>
        <br />
        <b>{amount}</b>
      </p>
    )}
    {decisionBy && (
      <p>
        <span>{programsPage.decisionBy}</span>
        <br />
        <time dateTime={decisionBy}>{formatDate(decisionBy)}</time>
      </p>
    )}
  </>
);

const Side = ({ id, deadline, isOpen, opening, now, notice, actions, links, ...offer }: Props) => (
  <aside className={css.place} data-mine={id}>
    <div className={css.side}>
      {deadline && (
        <>
          <p className={css.left} data-left="">
            {opening
              ? programsPage.opensIn(describeWait(opening, now))
              : describeDeadline(deadline, now)}
          </p>
          {opening && (
            <p>
              <span>{programsPage.opensOn}</span>
              <br />
              <time dateTime={opening.toISOString()}>{formatDateTime(opening)}</time>{' '}
              {programsPage.zone}
            </p>
          )}
          <p data-deadline="">
            <span>{isOpen ? programsPage.deadline : programsPage.closedOn}</span>
            <br />
            <time dateTime={deadline.toISOString()}>{formatDateTime(deadline)}</time>{' '}
            {programsPage.zone}
          </p>
        </>
      )}
      <Offer {...offer} />
      {deadline && isOpen && (
        <p className="note">
          {isLastDay(deadline, opening ?? now) ? PROGRAM_RULES.lastDay : programsPage.editable}
        </p>
      )}
      {notice}
      <p className={css.actions}>{actions}</p>
      {links}
    </div>
  </aside>
);
