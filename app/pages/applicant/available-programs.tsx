import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { noProgramsFor, PROGRAM, PROGRAM_RULES } from '#domain/programs/rules.ts';
import { readSector, type Sector } from '#domain/sectors.ts';
import { programsPage } from '#content/programs.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { findStanding, useOwnDrafts } from '#app/features/drafts/list/use-drafts.ts';
import { AvailableList, AvailableLoading } from '#app/features/programs/available-list.tsx';
import { orderPrograms } from '#app/features/programs/order-programs.ts';
import { SectorFilter } from '#app/features/programs/sector-filter.tsx';
import { DEFAULT_SORT } from '#app/features/proposals/labels.ts';
import { useOwnProposals } from '#app/features/proposals/use-own-proposals.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';

const TITLE = 'Available Projects';
export const meta = () => [{ title: TITLE }];

/**
 * /dashboard/available-programs: open ones first, filtered by the sector in the address. The list
 * has the latest deadlines first, so open programs are always among the first thousand.
 */
export default function AvailablePrograms() {
  const [search] = useSearchParams();
  const asked = search.get('sector') ?? '';
  const sector = readSector(asked);
  const isUnknown = asked !== '' && !sector;
  return (
    <>
      <PageHeading title={TITLE} lead={programsPage.lead} />
      <SectorFilter current={isUnknown ? null : sector} base={paths.availablePrograms} />
      {isUnknown ? (
        <EmptyState message={PROGRAM_RULES.sector} action={<AllPrograms />} />
      ) : (
        <Programs sector={sector} />
      )}
    </>
  );
}

const AllPrograms = () => (
  <LinkButton to={paths.availablePrograms} variant="secondary">
    {programsPage.seeAll}
  </LinkButton>
);

function Programs({ sector }: { sector: Sector | undefined }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['programs', 'available', sector ?? ''],
    queryFn: ({ signal }) =>
      api.listPrograms(
        { sector, sort: '-deadline_date' },
        { signal, fallback: programsPage.failed },
      ),
  });
  const { data: drafts } = useOwnDrafts();
  const { data: proposals } = useOwnProposals(DEFAULT_SORT);
  const standingOf = findStanding(drafts, proposals);
  if (isPending) return <AvailableLoading />;
  if (!data)
    return (
      <ErrorState
        message={error.message}
        onRetry={() => void refetch()}
        retryLabel={programsPage.retry}
      />
    );
  const now = serverNow();
  const sections = orderPrograms(data.items, now);
  if (sections.length > 0)
    return <AvailableList sections={sections} now={now} standingOf={standingOf} />;
  return (
    <EmptyState
      message={sector ? noProgramsFor(sector) : PROGRAM.noneAvailable}
      ornament={
        <PatternBand pattern={sector ? SECTOR_PATTERNS[sector] : housePattern} thread={2} />
      }
      action={sector && <AllPrograms />}
    />
  );
}
