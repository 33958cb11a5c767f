import { stories } from '#content/stories/stories.ts';
import { storiesPage } from '#content/stories/stories-page.ts';
import { paths } from '#app/paths.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import shared from '#app/shell/public/public-page.module.css';
import posts from './latest-posts.module.css';
import css from './stories-section.module.css';

/** Funded businesses: what, where, and one figure for the result. */
export function StoriesSection() {
  return (
    <section className={shared.section}>
      <div className={`${shared.top} row`}>
        <h2>{storiesPage.title}</h2>
        <p className={`${css.sample} note`}>{storiesPage.samples}</p>
      </div>
      <ul className={`${shared.cols} ${shared.three} ${posts.swipe} ${css.stories}`}>
        {stories.map(({ slug, business, place, sector, summary, figures: [figure] }) => (
          <li key={slug}>
            <PatternBand
              pattern={SECTOR_PATTERNS[sector]}
              thread={2}
              spans={[324, 220, 370, 420]}
            />
            <p className={css.figure}>
              <b>{figure!.value}</b> {figure!.label}
            </p>
            <h3>
              <a className="cover" href={paths.story({ slug })}>
                {business}
              </a>
            </h3>
            <p>
              {place}. <span>{summary}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
