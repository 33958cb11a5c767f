import { Link } from 'react-router';
import { formatClock, formatShortDateTime } from '#domain/dates.ts';
import type { Entry } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import { describeProgress } from '#app/features/rounds/desk/labels.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { EntryChange } from './entry-dialog.tsx';
import { entryLabels as labels, nameOf } from './labels.ts';
import css from './round.module.css';

/** The two that are done at once, and those that are asked about. */
export type EntryAction = EntryChange | 'absent' | 'here';

type Props = {
  round: Round;
  rows: readonly Entry[];
  isStale: boolean;
  onChange: (entry: Entry, change: EntryAction) => void;
};

/** Codes stand from the opening on. */
export function EntriesTable({ round, rows, isStale, onChange }: Props) {
  const columns: Column<Entry>[] = [
    ...(round.state !== 'draft' && round.kind === 'pitch' ? runOf(round) : []),
    ...(round.state === 'draft' ? [] : [CODE]),
    {
      key: 'business_name',
      label: labels.business,
      isTitle: true,
      cell: ({ proposal_id: id, business_name: name }) =>
        id ? <Link to={paths.submission({ id })}>{name}</Link> : labels.erased,
    },
    { key: 'region', label: labels.region, width: '9rem', cell: ({ region }) => region },
    {
      key: 'reviews',
      label: labels.reviews,
      width: '6rem',
      onCard: 'named',
      cell: ({ submitted, reviews }) => describeProgress(submitted, reviews),
    },
    { key: 'state', label: labels.state, width: '9rem', cell: (entry) => <State entry={entry} /> },
    {
      key: 'actions',
      label: labels.actions,
      width: '17rem',
      onCard: 'foot',
      cell: (entry) => (
        <span className={`${css.actions} row`}>
          {changesOf(round, entry).map((change) => (
            <Button
              key={change}
              variant="quiet"
              isSmall
              aria-label={`${labels[change]}: ${nameOf(entry)}`}
              onClick={() => onChange(entry, change)}
            >
              {labels[change]}
            </Button>
          ))}
        </span>
      ),
    },
  ];
  return (
    <div className={rowCss.table}>
      <DataTable
        caption={labels.caption}
        columns={columns}
        rows={rows}
        rowKey={({ proposal_id: id, code }) => id ?? code ?? ''}
        isStale={isStale}
      />
    </div>
  );
}

const CODE: Column<Entry> = {
  key: 'code',
  label: labels.code,
  width: '4.5rem',
  onCard: 'named',
  cell: ({ code }) => code,
};

const isOnOneDay = (sessions: Round['sessions']): boolean =>
  new Set(sessions.map(({ starts_at: at }) => at.slice(0, 10))).size < 2;

/** Of a pitch round: the place in the order and its time. */
const runOf = ({ sessions }: Round): Column<Entry>[] => [
  {
    key: 'order',
    label: labels.order,
    width: '3.5rem',
    isNumber: true,
    onCard: 'named',
    cell: ({ order }) => order,
  },
  {
    key: 'slot_at',
    label: labels.slot,
    width: isOnOneDay(sessions) ? '4rem' : '8.5rem',
    onCard: 'named',
    cell: ({ slot_at: at }) =>
      at && (
        <time dateTime={at}>
          {isOnOneDay(sessions) ? formatClock(new Date(at)) : formatShortDateTime(at)}
        </time>
      ),
  },
];

function State({ entry }: { entry: Entry }) {
  const { state, reason, description_is_redacted: isRedacted } = entry;
  const { documents_are_clean: isClean } = entry;
  const notes = [isRedacted && labels.isRedacted, isClean === false && labels.isUnclean];
  const text = [labels.states[state], reason ?? notes].flat().filter(Boolean).join(', ');
  return <Badge tone={state === 'in' ? 'plain' : 'bad'}>{text}</Badge>;
}

/** Somebody can come late, and be put back even once the round is closed. */
function runChangesOf(state: Round['state'], entry: Entry): EntryAction[] {
  const move: EntryAction[] = state === 'open' ? ['move'] : [];
  if (entry.state === 'withdrawn') return ['putBack'];
  return [entry.state === 'absent' ? 'here' : 'absent', ...move, 'withdraw'];
}

/** What an admin may do with it: nothing any more once the results are sealed. */
function changesOf({ state, kind }: Round, entry: Entry): EntryAction[] {
  if (entry.proposal_id === null || state === 'sealed' || state === 'released') return [];
  if (state === 'draft') return kind === 'pitch' ? [] : ['redact'];
  if (kind === 'pitch') return runChangesOf(state, entry);
  if (entry.state !== 'in') return ['putBack'];
  return state === 'open' ? ['redact', 'withdraw', 'further'] : ['withdraw'];
}
