import { useState } from 'react';
import { useSearchParams, Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { PAGING } from '#domain/constants.ts';
import type { Entry } from '#domain/judging/schema.ts';
import { formatClock, formatShortDateTime } from '#domain/dates.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { redact } from '#domain/judging/redaction-rules.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import { countOf } from '#domain/count-of.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { pickParameters, paths } from '#app/paths.ts';
import { entryCalls } from '#app/features/rounds/desk/entry-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { describeProgress } from '#app/features/rounds/desk/labels.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { api } from '#app/api/browser.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { FindLine } from './find-line.tsx';
import type { PartProps } from './round-steps.tsx';
import css from './round.module.css';
import { AskDialog, ReasonField } from './ask-dialog.tsx';

const labels = {
  caption: 'Proposals in this round',
  searchHint: 'Code or business name',
  loading: 'proposals',
  none: 'There are no proposals for this round.',
  noMatch: 'No proposals match your search.',
  code: 'Code',
  business: 'Business',
  erased: 'Deleted',
  region: 'Region',
  reviews: 'Reviews',
  state: 'Status',
  states: { in: 'In', withdrawn: 'Withdrawn', absent: 'Absent' },
  actions: 'Actions',
  order: 'No.',
  slot: 'Time',
  absent: 'Absent',
  here: 'Here',
  isAbsent: (name: string) => `${name} is absent.`,
  isHere: (name: string) => `${name} is here.`,
  move: 'Move to…',
  moveTitle: (name: string) => `Move ${name}`,
  moveText: (count: number) =>
    `The others close up. Applicants whose time moves by 30 minutes or more are told until the first pitch has begun. There are ${count.toLocaleString('en-GB')} places.`,
  place: 'Place in the order',
  moved: 'Order changed.',
  withdraw: 'Withdraw',
  withdrawTitle: (name: string) => `Withdraw ${name} from the round?`,
  withdrawText:
    'It won’t be ranked. Its reviews won’t count and will leave the judges’ queues. You can put it back until the results are sealed.',
  withdrawn: 'Proposal withdrawn.',
  putBack: 'Put back',
  putBackText: 'It will be ranked again, and missing judges will be assigned.',
  isBack: 'Proposal put back.',
  redact: 'Redact',
  isRedacted: 'redacted',
  redactTitle: (name: string) => `What judges read about ${name}`,
  redactText:
    'Judges will read exactly this. In a blind round, ■■■ already stands for names, addresses and numbers: hide anything else, or put back what names nobody. The proposal itself does not change.',
  description: 'Description for the judges',
  descriptionHint: 'To use the original again, clear this and save.',
  save: 'Save',
  saved: 'Description saved.',
  further: 'One more review',
  furtherText: 'Another judge will read it too, and will get an email.',
  furtherDone: (count: number) =>
    count === 0 ? 'No other judge can read this proposal.' : 'One more review assigned.',
  isUnclean: 'a document cannot be cleaned',
  unclean: 'Judges do not see a document that cannot be cleaned.',
  loadingDescription: 'Loading the description',
} as const;

const describeTotal = countOf('proposal', 'proposals');

const nameOf = ({ business_name: name, code }: Entry): string => name ?? code ?? '';

/** Who is in; in a draft: who would be. */
export default function EntriesTab({ round }: PartProps) {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q']);
  const [asked, setAsked] = useState<{ entry: Entry; change: EntryChange } | null>(null);
  const list = useList({
    noun: queryKeys.rounds,
    query: { ...query, round: round.id },
    pageSize: PAGING.entries,
    fetchPage: ({ round: _, ...page }, signal) => entryCalls.list(round.id, page, { signal }),
  });
  const refresh = useRoundsRefresh();
  const singleFlight = useSingleFlight();
  const change = (entry: Entry, action: EntryAction) => {
    if (action !== 'absent' && action !== 'here') return setAsked({ entry, change: action });
    return void singleFlight(async () => {
      const state = action === 'here' ? 'in' : 'absent';
      try {
        await entryCalls.update(round.id, entry.proposal_id!, { state });
        await refresh();
        toast.success((state === 'in' ? labels.isHere : labels.isAbsent)(nameOf(entry)));
      } catch (error) {
        toast.error((error as Error).message);
      }
    });
  };
  const isUnclean = list.rows.some((entry) => entry.documents_are_clean === false);
  return (
    <>
      <ListView
        list={list}
        label={labels.loading}
        describeTotal={describeTotal}
        beside={
          <FindLine label={labels.searchHint} hint={labels.searchHint}>
            {isUnclean && <p>{labels.unclean}</p>}
          </FindLine>
        }
        empty={<EmptyState message={query['q'] ? labels.noMatch : labels.none} />}
      >
        {(rows) => (
          <EntriesTable round={round} rows={rows} isStale={list.isStale} onChange={change} />
        )}
      </ListView>
      {asked && <EntryDialog round={round} {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** The two that are done at once, and those that are asked about. */
type EntryAction = EntryChange | 'absent' | 'here';

type TableProps = {
  round: Round;
  rows: readonly Entry[];
  isStale: boolean;
  onChange: (entry: Entry, change: EntryAction) => void;
};

/** Codes stand from the opening on. */
function EntriesTable({ round, rows, isStale, onChange }: TableProps) {
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
    { key: 'region', label: labels.region, width: '7.5rem', cell: ({ region }) => region },
    {
      key: 'reviews',
      label: labels.reviews,
      width: '6rem',
      onCard: 'named',
      cell: ({ submitted, reviews }) => describeProgress(submitted, reviews),
    },
    {
      key: 'state',
      label: labels.state,
      width: '9rem',
      hasValue: (entry) => entry.state !== 'in' || notesOf(entry).length > 0,
      cell: (entry) => <State entry={entry} />,
    },
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

const notesOf = (entry: Entry): string[] => [
  ...(entry.description_is_redacted ? [labels.isRedacted] : []),
  ...(entry.documents_are_clean === false ? [labels.isUnclean] : []),
];

function State({ entry }: { entry: Entry }) {
  const { state, reason } = entry;
  const text = [labels.states[state], reason ?? notesOf(entry)].flat().join(', ');
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

type EntryChange = 'redact' | 'withdraw' | 'putBack' | 'further' | 'move';

type DialogProps = { round: Round; entry: Entry; change: EntryChange; onClose: () => void };

/** One change of one proposal in the round. */
function EntryDialog({ round, entry, change, onClose }: DialogProps) {
  const refresh = useRoundsRefresh();
  const id = entry.proposal_id!;
  const done = async (said: string) => {
    await refresh();
    return said;
  };
  if (change === 'redact') return <RedactDialog {...{ round, entry, onClose }} />;
  if (change === 'further')
    return (
      <AskDialog
        title={`${labels.further}: ${nameOf(entry)}`}
        text={labels.furtherText}
        confirmLabel={labels.further}
        onClose={onClose}
        onConfirm={async () => {
          const input = { proposal_ids: [id], count: 1 };
          const { assigned } = await panelCalls.assign(round.id, input);
          return done(labels.furtherDone(assigned));
        }}
      />
    );
  if (change === 'move') return <MoveDialog {...{ round, entry, onClose }} />;
  if (change === 'putBack')
    return (
      <AskDialog
        title={`${labels.putBack}: ${nameOf(entry)}`}
        text={labels.putBackText}
        confirmLabel={labels.putBack}
        onClose={onClose}
        onConfirm={async () => {
          await entryCalls.update(round.id, id, { state: 'in' });
          return done(labels.isBack);
        }}
      />
    );
  return (
    <AskDialog
      title={labels.withdrawTitle(nameOf(entry))}
      text={labels.withdrawText}
      confirmLabel={labels.withdraw}
      isDestructive
      onClose={onClose}
      onConfirm={async ({ reason = '' }) => {
        await entryCalls.update(round.id, id, { state: 'withdrawn', reason });
        return done(labels.withdrawn);
      }}
    >
      <ReasonField />
    </AskDialog>
  );
}

/** To another place in the order of the pitches. */
function MoveDialog({ round, entry, onClose }: Omit<DialogProps, 'change'>) {
  const refresh = useRoundsRefresh();
  return (
    <AskDialog
      title={labels.moveTitle(nameOf(entry))}
      text={labels.moveText(round.counts!.entries)}
      confirmLabel={labels.save}
      onClose={onClose}
      onConfirm={async ({ order = '' }) => {
        await entryCalls.update(round.id, entry.proposal_id!, { order: Number(order) });
        await refresh();
        return labels.moved;
      }}
    >
      <TextField
        label={labels.place}
        name="order"
        inputMode="numeric"
        defaultValue={String(entry.order)}
      />
    </AskDialog>
  );
}

/** Begins with what judges read now, since they read exactly what is saved; the original stays. */
function RedactDialog({ round, entry, onClose }: Omit<DialogProps, 'change'>) {
  const refresh = useRoundsRefresh();
  const id = entry.proposal_id!;
  const { data: text, error } = useQuery({
    queryKey: [queryKeys.rounds, 'description', id],
    queryFn: async ({ signal }) => {
      const { applicant, ...proposal } = await api.peekProposal(id, { signal });
      const { phone_number = '' } = applicant;
      const email = applicant.email ?? '';
      const text = textOf(proposal.business_description);
      if (!round.is_blind) return text;
      return redact(text, { ...proposal, ...applicant, email, phone_number });
    },
    enabled: entry.redacted_description === null,
  });
  const start = entry.redacted_description ?? text;
  return (
    <AskDialog
      title={labels.redactTitle(nameOf(entry))}
      text={error ? error.message : labels.redactText}
      confirmLabel={labels.save}
      onClose={onClose}
      onConfirm={async ({ redacted_description: typed = '' }) => {
        const isWhole = typed.trim() === '';
        await entryCalls.update(round.id, id, { redacted_description: isWhole ? null : typed });
        await refresh();
        return labels.saved;
      }}
    >
      {start === undefined ? (
        <Skeleton label={labels.loadingDescription} rows={3} />
      ) : (
        <TextAreaField
          label={labels.description}
          name="redacted_description"
          hint={labels.descriptionHint}
          isOptional
          rows={12}
          maxLength={JUDGING.redaction}
          defaultValue={start}
        />
      )}
    </AskDialog>
  );
}

/** The words of the rich text, each block on a line of its own. */
function textOf(html: string | null): string {
  const marked = (html ?? '').replace(/<(br|\/p|\/li|\/h\d|\/blockquote)[^<>]*>/g, '\n');
  const { textContent } = new DOMParser().parseFromString(marked, 'text/html').body;
  return (textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
