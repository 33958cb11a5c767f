import { describeOpen } from '#domain/programs/rules.ts';
import { home } from '#content/home.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { classNames } from '#app/ui/class-names.ts';
import figuresCss from '#app/ui/public/figures.module.css';
import css from './hero.module.css';
import { OpenPrograms, type OpenProgramList } from './open-programs.tsx';

export function Hero({ open }: { open: OpenProgramList }) {
  const [next] = open.items;
  return (
    <>
      <section className={css.hero}>
        <div className={css.text}>
          <h1>
            {home.title.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </h1>
          <p className={css.lead}>{home.lead}</p>
          <p className={css.open}>
            {describeOpen(open.total, next && new Date(next.deadline_date), open.now)}
          </p>
          <p className={`${css.actions} row`}>
            <LinkButton href={home.primary.to} data-next="">
              {home.primary.label}
            </LinkButton>
            <LinkButton href={home.secondary.to} variant="secondary">
              {home.secondary.label}
            </LinkButton>
          </p>
        </div>
        <PatternBand
          pattern={housePattern}
          direction="down"
          thread={9}
          spans={684}
          className={css.warp}
        />
        <PatternBand pattern={housePattern} thread={4} className={css.weft} />
      </section>
      <dl className={classNames(figuresCss.figures, css.figures)}>
        {home.figures.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <OpenPrograms {...open} />
    </>
  );
}
