import { FUNDING_STAGES, formatApproval, formatStage } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import { ListFilters } from '#app/lists/list-filters.tsx';
import { useProgramChoices } from '#app/features/programs/use-programs.ts';
import { SORT_LABELS, submissionLabels } from './labels.ts';

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

/** Search, filters and, where a table has no head, the sort. */
export function SubmissionFilters() {
  const programs = {
    name: 'program_id',
    label: submissionLabels.program,
    options: useProgramChoices(),
  };
  return (
    <ListFilters
      placeholder={submissionLabels.searchHint}
      choices={[programs, ...CHOICES]}
      sorts={SORT_LABELS}
      isFolding
    />
  );
}
