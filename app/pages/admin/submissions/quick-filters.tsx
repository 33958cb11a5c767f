import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { useListParams } from '#app/lists/use-list-params.ts';
import { useProfile } from '#app/session/use-session.ts';
import { describeDay, listDeskLabels, removeFilter } from './labels.ts';
import css from './submissions.module.css';

type Chip = {
  name: string;
  value: string;
  label: string;
  count: (summary: ProposalSummary) => number;
};

const countMine =
  (me: string) =>
  ({ assigned }: ProposalSummary): number =>
    assigned.find(({ id }) => id === me)?.total ?? 0;

const listChips = (me: string): Chip[] => [
  { name: 'unread', value: 'true', label: listDeskLabels.unread, count: ({ unread }) => unread },
  { name: 'assigned_to', value: 'me', label: listDeskLabels.mine, count: countMine(me) },
  {
    name: 'decision',
    value: 'undecided',
    label: listDeskLabels.undecided,
    count: ({ decision }) => decision.undecided,
  },
  {
    name: 'decision',
    value: 'approved',
    label: listDeskLabels.approved,
    count: ({ decision }) => decision.approved,
  },
  {
    name: 'decision',
    value: 'declined',
    label: listDeskLabels.declined,
    count: ({ decision }) => decision.declined,
  },
  {
    name: 'flagged',
    value: 'true',
    label: listDeskLabels.flagged,
    count: ({ flagged }) => flagged,
  },
];

/** Frequent filters, each with its number of matches; pressing an active one removes it. */
export function QuickFilters({ summary }: { summary: ProposalSummary | undefined }) {
  const { search, change } = useListParams();
  const me = useProfile().id;
  return (
    <div className={css.chips} role="group" aria-label={listDeskLabels.quick}>
      {listChips(me).map(({ name, value, label, count }) => {
        const asked = search.get(name);
        const isOn = asked === value;
        const isKnown = summary && (isOn || !asked);
        return (
          <button
            key={name + value}
            type="button"
            className={css.chip}
            aria-pressed={isOn}
            onClick={() => change({ [name]: isOn ? null : value })}
          >
            {label}
            <span className={css.count}>
              {isKnown ? count(summary).toLocaleString('en-GB') : ''}
            </span>
          </button>
        );
      })}
      <Period name="received_from" />
      <Period name="received_to" />
    </div>
  );
}

const isDay = (text: string): boolean => text.length === 10;
const describe = (text: string): string => {
  if (Number.isNaN(Date.parse(text))) return text;
  return isDay(text) ? formatShortDate(text) : formatShortDateTime(text);
};

/** A filter that only links set: it can be seen and removed. */
function Period({ name }: { name: 'received_from' | 'received_to' }) {
  const { search, change } = useListParams();
  const asked = search.get(name);
  if (!asked) return null;
  const label = describeDay(name, describe(asked));
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
