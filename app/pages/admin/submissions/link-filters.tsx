import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import { useListParams } from '#app/lists/use-list-params.ts';
import { describeDay, describeFilter, listDeskLabels, removeFilter } from './labels.ts';
import css from './submissions.module.css';
import { usePersonName } from './use-person-name.ts';

const isDay = (text: string): boolean => text.length === 10;
const formatMoment = (text: string): string => {
  if (Number.isNaN(Date.parse(text))) return text;
  return isDay(text) ? formatShortDate(text) : formatShortDateTime(text);
};

type Filter = { name: string; describe: (value: string) => string };

/** Those that no control of this screen sets, each only where the address has it. */
const FILTERS: readonly Filter[] = [
  ...(['received_from', 'received_to'] as const).map((name) => ({
    name,
    describe: (value: string) => describeDay(name, formatMoment(value)),
  })),
  ...(['unread', 'flagged'] as const).map((name) => ({
    name,
    describe: (value: string) => describeFilter(name, value),
  })),
];

/** Their own chips set these values. */
const hasChip = (name: string, value: string): boolean =>
  (name === 'unread' || name === 'flagged') && value === 'true';

/** Filters that only a link sets: they can be seen, and taken off. */
export function LinkFilters() {
  const { search } = useListParams();
  const applicant = search.get('applicant_id');
  return (
    <>
      {applicant && <Applicant id={applicant} />}
      {FILTERS.map(({ name, describe }) => {
        const value = search.get(name);
        if (!value || hasChip(name, value)) return null;
        return <LinkFilter key={name} name={name} label={describe(value)} />;
      })}
    </>
  );
}

function Applicant({ id }: { id: string }) {
  const name = usePersonName(id);
  return <LinkFilter name="applicant_id" label={`${listDeskLabels.applicant}: ${name ?? '…'}`} />;
}

function LinkFilter({ name, label }: { name: string; label: string }) {
  const { change } = useListParams();
  return (
    <button
      type="button"
      className={css.chip}
      aria-pressed
      aria-label={removeFilter(label)}
      onClick={() => change({ [name]: null })}
    >
      {label}
      <span aria-hidden="true">×</span>
    </button>
  );
}
