import { SECTORS } from '#domain/sectors.ts';
import { home } from '#content/home.ts';
import { sectorPages } from '#content/pages.ts';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import css from './fund-feature.module.css';

/** The Enterprise Boost Fund, and a card for each sector, edged with its own pattern. */
export function FundFeature() {
  const { kicker, figure, title, text, sectors } = home.fund;
  return (
    <section className={css.fund} aria-labelledby="fund">
      <div className={css.head}>
        <h2 id="fund">
          <span className={css.kicker}>{kicker} </span>
          <b>{figure}</b> <span>{title}</span>
        </h2>
        <p>{text}</p>
      </div>
      <ul className={css.cards}>
        {SECTORS.map((sector) => (
          <li key={sector}>
            <PatternBand
              pattern={SECTOR_PATTERNS[sector]}
              thread={3}
              spans={240}
              className={css.across}
            />
            <PatternBand
              pattern={SECTOR_PATTERNS[sector]}
              direction="down"
              thread={2}
              spans={80}
              className={css.down}
            />
            <div>
              <h3>
                <a className="cover" href={sectorPages[sector].path}>
                  {sector}
                </a>
              </h3>
              <p>{sectors[sector]}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
