import { history } from '#content/about/brief-history.ts';
import { pages } from '#content/pages.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import shared from '#app/shell/public/public-page.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import type { Route } from './+types/brief-history';
import css from './brief-history.module.css';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.history, matches);

/** The company's history, along one pattern band that runs down the page. */
export default function BriefHistory() {
  return (
    <div className={css.page}>
      <PatternBand
        pattern={housePattern}
        direction="down"
        thread={2}
        spans={[2600, 2000, 1600, 1600]}
        className={css.warp}
      />
      <div>
        <div className={shared.head}>
          <h1>{pages.history.title}</h1>
          <p className={shared.lead}>{history.lead}</p>
        </div>
        <ol className={css.chapters}>
          {history.chapters.map(({ when, title, text }) => (
            <li key={when}>
              <p className={css.when}>{when}</p>
              <div>
                <h2>{title}</h2>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className={shared.lead}>{history.close.text}</p>
        <p className={`${shared.actions} row`}>
          <LinkButton href={history.close.action.to}>{history.close.action.label}</LinkButton>
        </p>
      </div>
    </div>
  );
}
