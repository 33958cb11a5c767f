import { useQuery } from '@tanstack/react-query';
import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import { formatApproval } from '#domain/proposals/rules.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { labelTexts } from '#app/features/labels/labels.ts';
import { useLabels } from '#app/features/labels/use-labels.ts';
import { submissionLabels } from '#app/features/submissions/labels.ts';
import { removeFilter } from '#app/lists/labels.ts';
import { useListParams } from '#app/lists/use-list-params.ts';
import { answerFiltersIn } from '#app/features/submissions/filters.ts';
import { people } from '#app/features/users/people-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { describeAnswer, describeDay, describeFilter, linkLabels } from './link-labels.ts';
import { isOtherSense, missingAssignee, OF_TWO_SENSES } from './read-link-filters.ts';
import css from './submissions.module.css';

const isDay = (text: string): boolean => text.length === 10;
const formatMoment = (text: string): string => {
  if (Number.isNaN(Date.parse(text))) return text;
  return isDay(text) ? formatShortDate(text) : formatShortDateTime(text);
};

/** Filters that only a link sets: shown so that they can be removed. */
export default function LinkFilters({ summary }: { summary: ProposalSummary | undefined }) {
  const { search } = useListParams();
  const applicant = search.get('applicant_id');
  const decider = search.get('decided_by');
  const isApproved = search.get('is_approved');
  const assignee = missingAssignee(search, summary);
  return (
    <>
      {applicant && (
        <Person name="applicant_id" label={submissionLabels.applicant} id={applicant} />
      )}
      {decider && <Person name="decided_by" label={submissionLabels.decider} id={decider} />}
      {assignee && <Person name="assigned_to" label={submissionLabels.assignee} id={assignee} />}
      {(['received_from', 'received_to'] as const).map((name) => {
        const value = search.get(name);
        return (
          value && (
            <LinkFilter key={name} name={name} label={describeDay(name, formatMoment(value))} />
          )
        );
      })}
      {answerFiltersIn(search).map((name) => (
        <LinkFilter key={name} name={name} label={describeAnswer(name, search.get(name)!)} />
      ))}
      {isApproved && (
        <LinkFilter name="is_approved" label={formatApproval(isApproved === 'true')} />
      )}
      {search.get('label') && <LabelChips ids={search.get('label')!.split(',')} />}
      {OF_TWO_SENSES.map((name) => {
        const value = search.get(name);
        return (
          isOtherSense(value) && (
            <LinkFilter key={name} name={name} label={describeFilter(name, value)} />
          )
        );
      })}
    </>
  );
}

type PersonProps = { name: string; label: string; id: string };

const Person = ({ name, label, id }: PersonProps) => (
  <LinkFilter name={name} label={`${label}: ${usePersonName(id) ?? '…'}`} />
);

/** One chip for each label; removing one keeps the others. */
function LabelChips({ ids }: { ids: readonly string[] }) {
  const { data } = useLabels();
  const nameOf = (id: string): string =>
    data ? (data.find((one) => one.id === id)?.name ?? labelTexts.former) : '…';
  return ids.map((id) => (
    <LinkFilter
      key={id}
      name="label"
      label={`${submissionLabels.label}: ${nameOf(id)}`}
      rest={ids.filter((one) => one !== id).join(',')}
    />
  ));
}

type LinkFilterProps = {
  name: string;
  label: string;
  /** What the filter keeps when this chip is removed. */
  rest?: string;
};

function LinkFilter({ name, label, rest }: LinkFilterProps) {
  const { change } = useListParams();
  return (
    <button
      type="button"
      className={css.chip}
      aria-pressed
      aria-label={removeFilter(label)}
      onClick={() => change({ [name]: rest || null })}
    >
      <span>{label}</span>
      <span aria-hidden="true">×</span>
    </button>
  );
}

/** Undefined while it loads; a deleted person has a name too. */
function usePersonName(id: string): string | undefined {
  const { data, error } = useQuery({
    queryKey: [queryKeys.users, 'one', id],
    queryFn: ({ signal }) => people.get(id, { signal }),
  });
  if (data) return `${data.first_name} ${data.last_name}`;
  return error ? linkLabels.unknownPerson : undefined;
}
