import { formatShortDate } from '#domain/dates.ts';
import { readSector } from '#domain/sectors.ts';
import { pages } from '#content/pages.ts';
import { recordPage } from '#content/record.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import { listRecords } from '#app/features/judging/record-calls.ts';
import { paths } from '#app/paths.ts';
import { transportFor } from '#app/render-context.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { Route } from './+types/records';
import shared from '#app/shell/public/public-page.module.css';
import { joinFacts } from '#app/ui/join-facts.ts';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.record, matches);

export async function loader({ context, request }: Route.LoaderArgs) {
  return { records: await listRecords(transportFor(context, request)) };
}

/** /national-pitch-trek/record: the programs that were judged by rounds, or are being. */
export default function Records({ loaderData: { records } }: Route.ComponentProps) {
  return (
    <div className={shared.page}>
      <PageHeading title={recordPage.title} lead={recordPage.lead} />
      {records.length === 0 && <EmptyState message={recordPage.notBegun} />}
      <ul className={shared.cols}>
        {records.map((record) => (
          <li key={record.program_id}>
            <PatternBand pattern={SECTOR_PATTERNS[readSector(record.sector)!]} thread={2} />
            <h2>
              <a className="cover" href={paths.record({ id: record.program_id })}>
                {record.program_title}
              </a>
            </h2>
            <p>
              {joinFacts(record.sector, recordPage.rounds(record.rounds))}
              <br />
              {record.released_at
                ? `${recordPage.resultsOut} ${formatShortDate(record.released_at)}`
                : recordPage.underWay}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
