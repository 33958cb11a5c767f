import { data, redirect } from 'react-router';
import { noProgramsFor } from '#domain/programs/rules.ts';
import { readSector, SECTOR_SLUGS } from '#domain/sectors.ts';
import { sectorPages } from '#content/pages.ts';
import { sectorPage } from '#content/sectors/sector-page.ts';
import { paths } from '#app/paths.ts';
import { listEvery } from '#app/api/every.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { ApplyDialogs } from '#app/features/programs/apply-dialogs.tsx';
import { orderPrograms } from '#app/features/programs/order-programs.ts';
import { ProgramRow } from '#app/features/programs/program-row.tsx';
import { Illustration } from '#app/brand/illustration.tsx';
import { SECTOR_CONTENT } from '#app/features/sectors/sector-content.ts';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { clientFor } from '#app/render-context.ts';
import shared from '#app/shell/public/public-page.module.css';
import { shellLabels } from '#app/shell/labels.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import type { Route } from './+types/sector';
import { SectorFeature } from './sector-feature.tsx';
import css from './sector.module.css';

/** Unchanged: a different case redirects. */
export const handle: PageHandle = {
  names: { slug: (value) => (readSector(value) ? value : undefined) },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? describePage(sectorPages[loaderData.sector], matches)
    : [{ title: shellLabels.notFound }];

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const sector = readSector(params.slug);
  if (!sector) throw data(null, { status: 404 });
  if (params.slug !== SECTOR_SLUGS[sector]) throw redirect(sectorPages[sector].path, 301);
  const client = clientFor(context, request);
  const open = await listEvery((range) => client.listPrograms({ sector, open: true, ...range }));
  const now = new Date();
  return { sector, now, programs: orderPrograms(open, now).flatMap((section) => section.programs) };
}

export default function SectorPage({
  loaderData: { sector, now, programs },
}: Route.ComponentProps) {
  const { lead, parts, feature, illustrations } = SECTOR_CONTENT[sector];
  const [first, ...others] = illustrations;
  const drawing = (place: number) => `${SECTOR_SLUGS[sector]}-${place}`;
  return (
    <>
      <PatternBand pattern={SECTOR_PATTERNS[sector]} thread={4} className={shared.band} />
      <div className={css.hero}>
        <div>
          <h1>{sectorPages[sector].title}</h1>
          <p className={shared.lead}>{lead}</p>
          <p className={`${shared.actions} row`}>
            <LinkButton href="#submit">{sectorPage.submit}</LinkButton>
          </p>
        </div>
        <Illustration name={drawing(1)} {...first!} isFirst />
      </div>
      {parts.map(({ title, text }, place) => (
        <section key={title} className={css.part}>
          <div>
            <h2>{title}</h2>
            {text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {others[place] && <Illustration name={drawing(place + 2)} {...others[place]} />}
        </section>
      ))}
      <SectorFeature feature={feature} />
      <section className={shared.section} id="submit">
        <div className={`${shared.top} row`}>
          <h2>{sectorPage.submit}</h2>
          <a href={paths.publicPrograms} className="onward no-print">
            {sectorPage.all}
          </a>
        </div>
        {programs.length === 0 ? (
          <EmptyState
            message={noProgramsFor(sector)}
            action={<LinkButton href={paths.publicPrograms}>{sectorPage.all}</LinkButton>}
          />
        ) : (
          <>
            <p className="soft">{sectorPage.open}</p>
            <ul className="bare">
              {programs.map((program) => (
                <ProgramRow key={program.id} program={program} now={now} />
              ))}
            </ul>
          </>
        )}
      </section>
      <ApplyDialogs />
    </>
  );
}
