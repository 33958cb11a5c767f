import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { STANDINGS } from '#domain/proposals/decision-rules.ts';
import { FUNDING_STAGES, formatStage } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { ListFilters, type Choice } from '#app/lists/list-filters.tsx';
import { tellApart } from '#app/ui/tell-apart.ts';
import { answerFiltersIn } from '#app/features/submissions/filters.ts';
import { useLabels } from '#app/features/labels/use-labels.ts';
import { useAdmins } from '#app/editing/use-admins.ts';
import { useProgramChoices } from '#app/features/programs/use-program-choices.ts';
import {
  formatStatus,
  SORT_LABELS,
  submissionLabels,
  withCount,
} from '#app/features/submissions/labels.ts';
import { missingAssignee } from './read-link-filters.ts';
import { useProfile } from '#app/session/use-session.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';

const CHOICES: Choice[] = [
  { name: 'sector', label: submissionLabels.sector, options: SECTORS },
  {
    name: 'funding_stage',
    label: submissionLabels.stage,
    options: FUNDING_STAGES.map((value) => ({ value, label: formatStage(value) })),
  },
  {
    name: 'decision',
    label: submissionLabels.status,
    options: STANDINGS.map((value) => ({ value, label: formatStatus(value) })),
    isShownElsewhere: () => true,
  },
  { name: 'region', label: submissionLabels.region, options: REGIONS },
  {
    name: 'on_behalf',
    label: 'Entered',
    options: [
      { value: 'true', label: 'By us' },
      { value: 'false', label: 'By the applicant' },
    ],
  },
];

/** For who sees addresses. */
const HAS_EMAIL: Choice = {
  name: 'has_email',
  label: 'Email address',
  options: [
    { value: 'true', label: 'Has one' },
    { value: 'false', label: 'Has none' },
  ],
};

/**
 * People with assigned proposals, with their counts. While one is chosen, the summary contains
 * nobody else: that another admin has the same name is only known from all of them.
 */
function useAssignees(summary: ProposalSummary | undefined, asked: string | null) {
  const labels = new Map(useAdmins().map(({ value, label }) => [value, label]));
  const count = (total: number | undefined) => (asked ? undefined : total);
  const { assigned = [], nobody } = summary ?? {};
  const people = tellApart(
    assigned.map(({ id, name, email, total }) => ({
      value: id,
      label: name,
      detail: email,
      total,
    })),
  );
  return [
    { value: 'me', label: submissionLabels.me },
    { value: 'nobody', label: withCount(submissionLabels.nobody, count(nobody)) },
    ...people.map(({ value, label, total }) => ({
      value,
      label: withCount(labels.get(value) ?? label, count(total)),
    })),
  ];
}

/** By label, once there are any. */
function useLabelChoice(summary: ProposalSummary | undefined, asked: string | null): Choice[] {
  const { data: labels = [] } = useLabels();
  if (labels.length === 0) return [];
  const count = (wanted: string) =>
    asked ? undefined : summary && (summary.label.find(({ id }) => id === wanted)?.count ?? 0);
  return [
    {
      name: 'label',
      label: submissionLabels.label,
      isShownElsewhere: () => true,
      options: labels.map(({ id, name }) => ({ value: id, label: withCount(name, count(id)) })),
    },
  ];
}

/** Loaded once a program is chosen. */
const AnswerFilter = lazyPart(() => import('./answer-filter.tsx'));

/** Search, filters and, if the table has no header, the sort. */
export function SubmissionFilters({ summary }: { summary: ProposalSummary | undefined }) {
  const [search] = useSearchParams();
  const program = search.get('program_id');
  const programs = {
    name: 'program_id',
    label: submissionLabels.program,
    options: useProgramChoices(),
  };
  const assignees = {
    name: 'assigned_to',
    label: submissionLabels.assignee,
    options: useAssignees(summary, search.get('assigned_to')),
    isShownElsewhere: (value: string) =>
      value === 'me' || missingAssignee(search, summary) !== undefined,
  };
  const labels = useLabelChoice(summary, search.get('label'));
  const ways = useProfile().role === 'admin' ? [...CHOICES, HAS_EMAIL] : CHOICES;
  return (
    <ListFilters
      placeholder={submissionLabels.searchHint}
      choices={[programs, ...ways, assignees, ...labels]}
      days={[
        { name: 'received_from', label: submissionLabels.from },
        { name: 'received_to', label: submissionLabels.to },
      ]}
      more={{
        names: answerFiltersIn(search),
        fields: program && (
          <Suspense>
            <AnswerFilter key={program} programId={program} />
          </Suspense>
        ),
      }}
      sorts={SORT_LABELS}
      isFolding
    />
  );
}
