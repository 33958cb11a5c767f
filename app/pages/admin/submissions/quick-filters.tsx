import { Suspense } from 'react';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { useListParams } from '#app/lists/use-list-params.ts';
import { useProfile } from '#app/session/use-session.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { listDeskLabels } from './labels.ts';
import { hasLinkFilter } from './read-link-filters.ts';
import css from './submissions.module.css';

/** Loaded if a link sets a filter that has no control. */
const LinkFilters = lazyPart(() => import('./link-filters.tsx'));

type Chip = {
  name: string;
  value: string;
  label: string;
  /** None where counting would cost every look at the list: set in the menu of views. */
  count?: (summary: ProposalSummary) => number;
  /** Shown only if it is set, or if there are any. */
  isRare?: boolean;
};

const countMine =
  (me: string) =>
  ({ assigned }: ProposalSummary): number =>
    assigned.find(({ id }) => id === me)?.total ?? 0;

const listChips = (me: string): Chip[] => [
  { name: 'unread', value: 'true', label: listDeskLabels.unread, count: ({ unread }) => unread },
  {
    name: 'changed_since_read',
    value: 'true',
    label: listDeskLabels.changed,
    count: ({ changed_since_read: changed }) => changed,
    isRare: true,
  },
  {
    name: 'has_unread_messages',
    value: 'true',
    label: listDeskLabels.unreadMessages,
    count: ({ unread_messages: count }) => count,
    isRare: true,
  },
  {
    name: 'has_open_request',
    value: 'true',
    label: listDeskLabels.openRequests,
    count: ({ open_requests: count }) => count,
    isRare: true,
  },
  {
    name: 'unannounced',
    value: 'true',
    label: listDeskLabels.unannounced,
    count: ({ unannounced: { approved, declined, undecided } }) => approved + declined + undecided,
    isRare: true,
  },
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
    isRare: true,
  },
  {
    name: 'decision',
    value: 'declined',
    label: listDeskLabels.declined,
    isRare: true,
  },
  {
    name: 'flagged',
    value: 'true',
    label: listDeskLabels.flagged,
    count: ({ flagged }) => flagged,
  },
  { name: 'possible_duplicate', value: 'true', label: listDeskLabels.duplicates, isRare: true },
  { name: 'one_of_several', value: 'true', label: listDeskLabels.several, isRare: true },
];

/** By reading, assignment or what is written to applicants, which viewers have none of. */
const OF_ADMINS = new Set([
  'unread',
  'changed_since_read',
  'assigned_to',
  'has_unread_messages',
  'has_open_request',
]);

/**
 * Frequent filters, each with its number of matches; a second click removes it. Filters that only a
 * link sets come first: on a phone, the row continues outside the screen.
 */
export function QuickFilters({ summary }: { summary: ProposalSummary | undefined }) {
  const { search, change } = useListParams();
  const { id: me, role } = useProfile();
  const chips = listChips(me).filter(({ name }) => role === 'admin' || !OF_ADMINS.has(name));
  return (
    <div className={css.chips} role="group" aria-label={listDeskLabels.quick}>
      {hasLinkFilter(search, summary) && (
        <Suspense>
          <LinkFilters summary={summary} />
        </Suspense>
      )}
      {chips.map(({ name, value, label, count, isRare }) => {
        const asked = search.get(name);
        const isOn = asked === value;
        const counted = summary && (isOn || !asked) ? count?.(summary) : undefined;
        if (isRare && !isOn && !counted) return null;
        return (
          <button
            key={name + value}
            type="button"
            className={css.chip}
            aria-pressed={isOn}
            onClick={() => change({ [name]: isOn ? null : value })}
          >
            <span>{label}</span>
            {count && <span className={css.count}>{counted?.toLocaleString('en-GB') ?? ''}</span>}
          </button>
        );
      })}
    </div>
  );
}
