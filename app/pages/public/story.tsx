import { data } from 'react-router';
import { SECTOR_SLUGS } from '#domain/sectors.ts';
import { stories, storyPages } from '#content/stories/stories.ts';
import { storiesPage } from '#content/stories/stories-page.ts';
import { paths } from '#app/paths.ts';
import { Illustration } from '#app/brand/illustration.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { shellLabels } from '#app/shell/labels.ts';
import shared from '#app/shell/public/public-page.module.css';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import figuresCss from '#app/ui/public/figures.module.css';
import type { Route } from './+types/story';
import css from './story.module.css';

const find = (slug: string) => stories.find((story) => story.slug === slug);

export const handle: PageHandle = {
  names: { slug: (value) => (find(value) ? value : undefined) },
};

export const meta: Route.MetaFunction = ({ params, matches }) => {
  const page = storyPages.find(({ path }) => path === paths.story({ slug: params.slug }));
  return page ? describePage(page, matches) : [{ title: shellLabels.notFound }];
};

export function loader({ params }: Route.LoaderArgs) {
  if (!find(params.slug)) throw data(null, { status: 404 });
  return null;
}

/** One funded business: where, how much, in which form, and the result. */
export default function StoryPage({ params }: Route.ComponentProps) {
  const story = find(params.slug)!;
  return (
    <>
      <PatternBand pattern={SECTOR_PATTERNS[story.sector]} thread={4} className={shared.band} />
      <article className={css.story}>
        <div className={css.head}>
          <p className={css.place}>{story.place}</p>
          <h1>{story.business}</h1>
          <p className={shared.lead}>{story.summary}</p>
          <p className={`${css.sample} note`}>{storiesPage.sample}</p>
        </div>
        <Illustration {...story.drawing} isFirst />
        <dl className={classNames(figuresCss.figures, css.figures)}>
          {story.figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={css.text}>
          {story.text.map(({ title, text }) => (
            <section key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </section>
          ))}
        </div>
        <div>
          <Facts facts={story.facts} />
          <LinkButton href={`${storiesPage.programs.to}?sector=${SECTOR_SLUGS[story.sector]}`}>
            {storiesPage.programs.label}
          </LinkButton>
        </div>
      </article>
    </>
  );
}
