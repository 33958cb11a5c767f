import { noProgramsFor, PROGRAM, describeOpen } from '#domain/programs/rules.ts';
import { readSector } from '#domain/sectors.ts';
import { pages } from '#content/pages.ts';
import { programsPage } from '#content/programs.ts';
import { listEvery } from '#app/api/every.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { listRecords } from '#app/features/judging/record-calls.ts';
import { ApplyDialogs } from '#app/features/programs/apply-dialogs.tsx';
import { isListed, orderPrograms } from '#app/features/programs/order-programs.ts';
import { ClosedRow, ProgramRow } from '#app/features/programs/program-row.tsx';
import { SectorFilter } from '#app/features/programs/sector-filter.tsx';
import type { PageHandle } from '#app/page-handle.ts';
import { clientFor, transportFor } from '#app/render-context.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Route } from './+types/programs';
import css from './programs.module.css';

const BASE = pages.programs.path;

export const handle: PageHandle = { query: { sector: readSector } };

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.programs, matches);

export async function loader({ context, request }: Route.LoaderArgs) {
  const sector = readSector(new URL(request.url).searchParams.get('sector') ?? '');
  const client = clientFor(context, request);
  const now = new Date();
  const [records, open, closed] = await Promise.all([
    listRecords(transportFor(context, request)),
    listEvery((range) => client.listPrograms({ sector, open: true, ...range })),
    listEvery(
      (range) => client.listPrograms({ sector, open: false, sort: '-deadline_date', ...range }),
      (programs) => !isListed(programs.at(-1)!, now),
    ),
  ]);
  const judged = records.map(({ program_id }) => program_id);
  return { sector, now, judged, sections: orderPrograms([...open, ...closed], now) };
}

export default function Programs({ loaderData }: Route.ComponentProps) {
  const { sector, now, judged, sections } = loaderData;
  const open = sections.find(({ kind }) => kind === 'open')?.programs ?? [];
  return (
    <div className={css.page}>
      <PageHeading
        title={programsPage.title}
        lead={`${describeOpen(open.length, open[0] && new Date(open[0].deadline_date), now)} ${programsPage.lead}`}
      />
      <SectorFilter current={sector} base={BASE} />
      {sections.length === 0 ? (
        <EmptyState
          message={sector ? noProgramsFor(sector) : PROGRAM.noneAvailable}
          action={sector && <LinkButton href={BASE}>{programsPage.seeAll}</LinkButton>}
        />
      ) : (
        sections.map(({ kind, programs }) => (
          <section key={kind} className={css.section} aria-labelledby={kind}>
            <h2 id={kind}>{programsPage.sections[kind]}</h2>
            <ul className="bare">
              {programs.map((program) =>
                kind === 'closed' ? (
                  <ClosedRow
                    key={program.id}
                    program={program}
                    isJudged={judged.includes(program.id)}
                  />
                ) : (
                  <ProgramRow key={program.id} program={program} now={now} />
                ),
              )}
            </ul>
          </section>
        ))
      )}
      <ApplyDialogs />
    </div>
  );
}
