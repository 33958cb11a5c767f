import { useSearchParams } from 'react-router';
import { FUNDING_STAGES, formatApproval, formatStage } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { ListFilters, type Choice } from '#app/lists/list-filters.tsx';
import { useProgramChoices } from '#app/features/programs/use-programs.ts';
import { SORT_LABELS, submissionLabels, withCount } from './labels.ts';

type Counts = Readonly<Record<string, number>> | undefined;
type Option = { value: string; label: string };

const withCounts = (options: readonly Option[], counts: Counts): Option[] =>
  options.map(({ value, label }) => ({ value, label: withCount(label, counts?.[value]) }));

const named = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }));
const STAGES = FUNDING_STAGES.map((value) => ({ value, label: formatStage(value) }));
const STATUSES = [true, false].map((value) => ({
  value: String(value),
  label: formatApproval(value),
}));

/** What each choice of a filter leaves; of one that is set, only that it is. */
function countsOf({ program, sector, stage, status, region }: ProposalSummary) {
  return {
    program_id: Object.fromEntries(program.map(({ id, count }) => [id, count])),
    sector,
    funding_stage: stage,
    is_approved: { true: status.approved, false: status.unapproved },
    region,
  };
}

function listAssignees(summary: ProposalSummary | undefined, asked: string | null): Option[] {
  const { me, nobody } = submissionLabels;
  const people = (summary?.assigned ?? []).map(({ id, name, total }) => ({
    value: id,
    label: withCount(name, asked ? undefined : total),
  }));
  const empty = asked || !summary ? nobody : withCount(nobody, summary.nobody);
  return [{ value: 'me', label: me }, { value: 'nobody', label: empty }, ...people];
}

/** Search, filters with what each would leave and, where a table has no head, the sort. */
export function SubmissionFilters({ summary }: { summary: ProposalSummary | undefined }) {
  const [search] = useSearchParams();
  const programs = useProgramChoices();
  const counts: Record<string, Counts> = summary ? countsOf(summary) : {};
  const choice = (name: string, label: string, options: readonly Option[]): Choice => ({
    name,
    label,
    options: search.get(name) ? options : withCounts(options, counts[name]),
  });
  const asked = search.get('assigned_to');
  return (
    <ListFilters
      placeholder={submissionLabels.searchHint}
      choices={[
        choice('program_id', submissionLabels.program, programs),
        choice('sector', submissionLabels.sector, named(SECTORS)),
        choice('funding_stage', submissionLabels.stage, STAGES),
        choice('is_approved', submissionLabels.status, STATUSES),
        choice('region', submissionLabels.region, named(REGIONS)),
        {
          name: 'assigned_to',
          label: submissionLabels.assignee,
          options: listAssignees(summary, asked),
        },
      ]}
      sorts={SORT_LABELS}
      isFolding
    />
  );
}
