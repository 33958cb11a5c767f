import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { paths } from '#app/paths.ts';
import type { DecisionRow } from './decision-table.tsx';
import type { DecisionSummaries } from './use-decided.ts';

type Filters = Record<string, string>;

/** Each sector's counts; `filters`: those that the links to the lists share. */
export const bySector = (
  summary: ProposalSummary,
  { approved, declined }: DecisionSummaries,
  filters: Filters = {},
): DecisionRow[] =>
  SECTORS.map((sector) => ({
    label: sector,
    count: summary.sector[sector],
    approved: approved?.sector[sector],
    declined: declined?.sector[sector],
    to: paths.submissions({ ...filters, sector }),
  }));

export const byRegion = (
  summary: ProposalSummary,
  { approved, declined }: DecisionSummaries,
  filters: Filters = {},
): DecisionRow[] =>
  REGIONS.map((region) => ({
    label: region,
    count: summary.region[region],
    approved: approved?.region[region],
    declined: declined?.region[region],
    to: paths.submissions({ ...filters, region }),
  }));
