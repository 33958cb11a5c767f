import { useSearchParams } from 'react-router';
import { FUNDING_STAGES, formatApproval, formatStage } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { ListFilters } from '#app/lists/list-filters.tsx';
import { useProgramChoices } from '#app/features/programs/use-programs.ts';
import { SORT_LABELS, submissionLabels, withCount } from '#app/features/submissions/labels.ts';

const CHOICES = [
  { name: 'sector', label: submissionLabels.sector, options: SECTORS },
  {
    name: 'funding_stage',
    label: submissionLabels.stage,
    options: FUNDING_STAGES.map((value) => ({ value, label: formatStage(value) })),
  },
  {
    name: 'is_approved',
    label: submissionLabels.status,
    options: [true, false].map((value) => ({ value: String(value), label: formatApproval(value) })),
  },
  { name: 'region', label: submissionLabels.region, options: REGIONS },
];

/** Those who have any, with how many; while one is chosen the others are not counted. */
function listAssignees(summary: ProposalSummary | undefined, asked: string | null) {
  const count = (total: number | undefined) => (asked ? undefined : total);
  return [
    { value: 'me', label: submissionLabels.me },
    { value: 'nobody', label: withCount(submissionLabels.nobody, count(summary?.nobody)) },
    ...(summary?.assigned ?? []).map(({ id, name, total }) => ({
      value: id,
      label: withCount(name, count(total)),
    })),
  ];
}

/** Search, filters and, where a table has no head, the sort. */
export function SubmissionFilters({ summary }: { summary: ProposalSummary | undefined }) {
  const [search] = useSearchParams();
  const programs = {
    name: 'program_id',
    label: submissionLabels.program,
    options: useProgramChoices(),
  };
  const assignees = {
    name: 'assigned_to',
    label: submissionLabels.assignee,
    options: listAssignees(summary, search.get('assigned_to')),
  };
  return (
    <ListFilters
      placeholder={submissionLabels.searchHint}
      choices={[programs, ...CHOICES, assignees]}
      sorts={SORT_LABELS}
      isFolding
    />
  );
}
