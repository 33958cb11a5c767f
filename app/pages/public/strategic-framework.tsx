import { framework } from '#content/about/strategic-framework.ts';
import { pages } from '#content/pages.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import shared from '#app/shell/public/public-page.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import type { Route } from './+types/strategic-framework';
import counted from '#app/ui/public/counted.module.css';
import css from './strategic-framework.module.css';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.framework, matches);

export default function StrategicFramework() {
  return (
    <>
      <div className={shared.page}>
        <div className={shared.head}>
          <h1>{pages.framework.title}</h1>
          <p className={shared.lead}>{framework.lead}</p>
        </div>
      </div>
      <section className={css.cards} aria-label={pages.framework.title}>
        {framework.cards.map(({ title, text }) => (
          <div key={title} className={css.card}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
        <PatternBand pattern={housePattern} thread={3} className={css.hem} />
      </section>
      <section className={shared.section}>
        <h2>{framework.valuesTitle}</h2>
        <div className={`${shared.cols} ${shared.four} ${css.values}`}>
          <ol className={counted.counted}>
            {framework.values.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <div className={css.close}>
            <h3>{framework.close.title}</h3>
            <p>{framework.close.text}</p>
            <LinkButton href={framework.close.action.to} variant="secondary">
              {framework.close.action.label}
            </LinkButton>
          </div>
        </div>
      </section>
    </>
  );
}
