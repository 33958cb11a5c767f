import { formatDay } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import { home } from '#content/home.ts';
import { paths } from '#app/paths.ts';
import shared from '#app/shell/public/public-page.module.css';
import css from './open-programs.module.css';
import { joinFacts } from '#app/ui/join-facts.ts';

/** How many programs are open, and those that close next. */
export type OpenProgramList = { total: number; items: readonly Program[]; now: Date };

/** What is open, how much there is, and until when: the nearest deadline first. */
export function OpenPrograms({ items }: Pick<OpenProgramList, 'items'>) {
  if (items.length === 0) return null;
  const { title, closes, all } = home.open;
  return (
    <section className={css.open} aria-labelledby="open">
      <div className={`${css.top} row`}>
        <h2 id="open">{title}</h2>
        <a href={all.to} className="onward no-print">
          {all.label}
        </a>
      </div>
      <ul className={`${shared.cols} ${shared.three} ${css.programs}`}>
        {items.map((program) => (
          <li key={program.id} data-mine={program.id}>
            <h3>
              <a className="cover" href={paths.publicProgram(program)}>
                {program.title}
              </a>
            </h3>
            <p>{joinFacts(program.sector, program.amount_text)}</p>
            <p className={css.closes} data-deadline="">
              <span>{closes}</span>{' '}
              <time dateTime={program.deadline_date}>{formatDay(program.deadline_date)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
