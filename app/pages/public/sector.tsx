import { data, redirect } from 'react-router';
import { noProgramsFor } from '#domain/programs/messages.ts';
import { readSector, SECTOR_SLUGS } from '#domain/sectors.ts';
import { sectorPages } from '#content/pages.ts';
import { sectorPage } from '#content/sectors/sector-words.ts';
import { listEvery } from '#app/api/every.ts';
import { describePage } from '#app/features/found/describe-page.ts';
import { ApplyDialogs } from '#app/features/programs/apply-dialogs.tsx';
import { orderPrograms } from '#app/features/programs/order-programs.ts';
import { ProgramRow } from '#app/features/programs/program-row.tsx';
import { Scene } from '#app/features/sectors/scene.tsx';
import { SECTOR_WORDS } from '#app/features/sectors/sector-content.ts';
import { SECTOR_WEAVES } from '#app/features/sectors/weaves.ts';
import type { PageHandle } from '#app/root.tsx';
import { clientFor } from '#app/seam.ts';
import shared from '#app/shell/public-page.module.css';
import { words } from '#app/shell/words.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Strip } from '#app/ui/strip.tsx';
import type { Route } from './+types/sector';
import css from './sector.module.css';

/** As it came: another case redirects. */
export const handle: PageHandle = {
  names: { slug: (value) => (readSector(value) ? value : undefined) },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? describePage(sectorPages[loaderData.sector], matches) : [{ title: words.notFound }];

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const sector = readSector(params.slug);
  if (!sector) throw data(null, { status: 404 });
  if (params.slug !== SECTOR_SLUGS[sector]) throw redirect(sectorPages[sector].path, 301);
  const client = clientFor(context, request);
  const open = await listEvery((range) => client.listPrograms({ sector, open: true, ...range }));
  const now = new Date();
  return { sector, now, programs: orderPrograms(open, now) };
}

export default function SectorPage({
  loaderData: { sector, now, programs },
}: Route.ComponentProps) {
  const { lead, parts, scenes } = SECTOR_WORDS[sector];
  const [first, ...others] = scenes;
  return (
    <>
      <Strip weave={SECTOR_WEAVES[sector]} thread={4} className={shared.band} />
      <div className={css.hero}>
        <div>
          <h1>{sectorPages[sector].title}</h1>
          <p className={shared.lead}>{lead}</p>
          <p className={shared.actions}>
            <LinkButton href="#submit">{sectorPage.submit}</LinkButton>
          </p>
        </div>
        <Scene sector={sector} place={1} {...first!} isFirst />
      </div>
      {parts.map(({ title, text }, place) => (
        <section key={title} className={css.part}>
          <div>
            <h2>{title}</h2>
            {text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {others[place] && <Scene sector={sector} place={place + 2} {...others[place]} />}
        </section>
      ))}
      <section className={shared.section} id="submit">
        <div className={shared.top}>
          <h2>{sectorPage.submit}</h2>
          <a href="/national-pitch-trek/programs" className={shared.onward}>
            {sectorPage.all}
          </a>
        </div>
        {programs.length === 0 ? (
          <EmptyState
            message={noProgramsFor(sector)}
            action={<LinkButton href="/national-pitch-trek/programs">{sectorPage.all}</LinkButton>}
          />
        ) : (
          <>
            <p className={shared.soft}>{sectorPage.open}</p>
            <ul className={shared.plain}>
              {programs.map((program) => (
                <ProgramRow key={program.id} program={program} now={now} level={3} />
              ))}
            </ul>
          </>
        )}
      </section>
      <ApplyDialogs />
    </>
  );
}
