import { home } from '#content/home.ts';
import { houseWeave } from '#app/brand/weaves.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Strip } from '#app/brand/strip.tsx';
import css from './hero.module.css';

export function Hero() {
  return (
    <>
      <section className={css.hero}>
        <div className={css.words}>
          <h1>
            {home.title.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </h1>
          <p className={css.lead}>{home.lead}</p>
          <p className={css.actions}>
            <LinkButton href={home.primary.to} data-next="">
              {home.primary.label}
            </LinkButton>
            <LinkButton href={home.secondary.to} variant="secondary">
              {home.secondary.label}
            </LinkButton>
          </p>
        </div>
        <Strip weave={houseWeave} direction="down" thread={10} className={css.warp} />
        <Strip weave={houseWeave} thread={4} className={css.weft} />
      </section>
      <dl className={css.figures}>
        {home.figures.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
