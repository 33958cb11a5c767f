import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties, useLayoutEffect, useRef } from 'react';
import { useSearchParams, Link } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import type { RankedEntry } from '#domain/judging/ranking-schema.ts';
import type { Outcome } from '#domain/judging/rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { countOf } from '#domain/count-of.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useDownload } from '#app/api/use-download.ts';
import { useProfile } from '#app/session/use-session.ts';
import { pickParameters, paths } from '#app/paths.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import type { Versioned } from '#app/api/transport.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { Button } from '#app/ui/button.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { toast } from '#app/ui/toast.tsx';
import { useScreenKeys } from '#app/ui/use-screen-keys.ts';
import { FindLine, type Filter } from './find-line.tsx';
import { ReviewsDialog } from './reviews-dialog.tsx';
import css from './round.module.css';
import { isOver, type PartProps } from './round-steps.tsx';

const countReviews = countOf('review', 'reviews');
const countPlaces = countOf('place', 'places');

export const rankingLabels = {
  caption: 'Ranking of the proposals',
  loading: 'ranking',
  tooEarly: 'You can see the ranking once the round is closed.',
  searchHint: 'Code or business name',
  none: 'No proposals were in this round.',
  noMatch: 'No proposals match your search or filters.',
  rank: 'Rank',
  code: 'Code',
  business: 'Business',
  erased: 'Deleted',
  reviews: 'Reviews',
  mean: 'Mean',
  score: 'Score',
  spread: 'Score ± error',
  flags: 'Flags',
  outcome: 'Outcome',
  near: 'Near the line',
  short: 'Few reviews',
  wide: 'Judges disagree',
  notes: (count: number) => `${count === 1 ? 'A note' : `${count} notes`} for admins`,
  duplicate: 'Possible duplicate in this round',
  all: 'All',
  undecided: 'Not set',
  outcomes: { selected: 'Selected', not_selected: 'Not selected' },
  read: (reviews: string, name: string) => `Read ${reviews}: ${name}`,
  export: 'Download as CSV',
  exportFailed: 'The ranking could not be downloaded. Try again.',
  filters: 'Which proposals',
  keys: 'Shortcuts: j and k move, s selects, x marks as not selected, r opens the reviews.',
  error: (error: number) => `± ${error.toFixed(2)}`,
  summary: (places: number, line: number | null) =>
    line === null
      ? `${countPlaces(places)}, so every proposal has one.`
      : `${countPlaces(places)}. The line is at ${line.toFixed(2)}.`,
  set: (name: string, outcome: string) => `${name}: ${outcome.toLowerCase()}.`,
} as const;

const FILTERS: readonly Filter[] = [
  { label: rankingLabels.all, query: {} },
  { label: rankingLabels.near, query: { is_near: 'true' } },
  { label: rankingLabels.short, query: { flag: 'short' } },
  { label: rankingLabels.wide, query: { flag: 'wide' } },
];

/** By score, with the line and what is near it; seen once the round is closed. */
export default function RankingTab(props: PartProps) {
  if (!isOver(props.round.state)) return <EmptyState message={rankingLabels.tooEarly} />;
  return <Ranking {...props} />;
}

function Ranking({ round }: PartProps) {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q', 'is_near', 'flag']);
  const isAdmin = useProfile().role === 'admin';
  const [read, setRead] = useState<RankedEntry | null>(null);
  const { data: summary } = useQuery({
    queryKey: [queryKeys.rounds, 'summary', round.id],
    queryFn: ({ signal }) => resultCalls.summarise(round.id, { signal }),
  });
  const list = useList({
    noun: queryKeys.rounds,
    query: { ...query, ranked: round.id },
    pageSize: PAGING.ranking,
    fetchPage: ({ ranked: _, ...page }, signal) => resultCalls.rank(round.id, page, { signal }),
  });
  useRankingKeys(round, list.rows, isAdmin ? setRead : undefined);
  const isWhole = Object.keys(query).length === 0;
  return (
    <>
      <ListView
        list={list}
        label={rankingLabels.loading}
        describeTotal={countOf('proposal', 'proposals')}
        beside={
          <FindLine
            label={rankingLabels.filters}
            hint={rankingLabels.searchHint}
            filters={FILTERS}
          />
        }
        empty={<EmptyState message={isWhole ? rankingLabels.none : rankingLabels.noMatch} />}
      >
        {(rows) => (
          <RankingTable
            rows={rows}
            places={isWhole ? round.places : null}
            isStale={list.isStale}
            onRead={isAdmin ? setRead : undefined}
          />
        )}
      </ListView>
      <div className={`${css.line} row`}>
        {summary && <p>{rankingLabels.summary(summary.places, summary.line)}</p>}
        {round.state === 'closed' && <p className={`${css.keys} note`}>{rankingLabels.keys}</p>}
        {isAdmin && <Export id={round.id} />}
      </div>
      {read && <ReviewsDialog round={round} entry={read} onClose={() => setRead(null)} />}
    </>
  );
}

function Export({ id }: { id: string }) {
  const { isBusy, url, problem, start } = useDownload(
    () => resultCalls.linkToRanking(id),
    rankingLabels.exportFailed,
  );
  return (
    <>
      <Button variant="secondary" isSmall isBusy={isBusy} onClick={() => void start()}>
        {rankingLabels.export}
      </Button>
      {problem && <p role="alert">{problem}</p>}
      {url && <DownloadReady url={url} />}
    </>
  );
}

type TableProps = {
  rows: readonly RankedEntry[];
  /** The line is drawn below the last of them; null where the list is filtered. */
  places: number | null;
  isStale: boolean;
  /** Without it, nobody's reviews can be read. */
  onRead: ((entry: RankedEntry) => void) | undefined;
};

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

const nameOf = ({ business_name: name, code }: RankedEntry): string => name ?? code;

const COLUMNS: Column<RankedEntry>[] = [
  {
    key: 'rank',
    label: rankingLabels.rank,
    width: '3rem',
    isNumber: true,
    cell: ({ rank }) => rank ?? '–',
  },
  {
    key: 'code',
    label: rankingLabels.code,
    width: '4.2rem',
    onCard: 'named',
    cell: ({ code }) => code,
  },
  {
    key: 'business',
    label: rankingLabels.business,
    isTitle: true,
    cell: (row) => <MarkedName row={row} />,
  },
  {
    key: 'mean',
    label: rankingLabels.mean,
    width: '4rem',
    isNumber: true,
    cell: ({ mean }) => figure(mean),
  },
  {
    key: 'score',
    label: rankingLabels.score,
    width: '4rem',
    isNumber: true,
    cell: ({ score }) => figure(score),
  },
  {
    key: 'error',
    label: rankingLabels.spread,
    width: '8.4rem',
    cell: (entry) => <Whisker entry={entry} />,
  },
  {
    key: 'flags',
    label: rankingLabels.flags,
    width: '7rem',
    isWideOnly: true,
    hasValue: (row) => flagsOf(row) !== '',
    cell: flagsOf,
  },
  {
    key: 'outcome',
    label: rankingLabels.outcome,
    width: '6.4rem',
    cell: ({ outcome }) =>
      outcome ? (
        <Badge tone={outcome === 'selected' ? 'good' : 'plain'}>
          {rankingLabels.outcomes[outcome]}
        </Badge>
      ) : (
        rankingLabels.undecided
      ),
  },
];

/** The order by score: mean and score side by side, the error as a whisker, near ones banded. */
function RankingTable({ rows, places, isStale, onRead }: TableProps) {
  return (
    <div className={classNames(rowCss.table, css.ranking)}>
      <DataTable
        caption={rankingLabels.caption}
        columns={[...COLUMNS, onRead ? readColumn(onRead) : REVIEWS]}
        rows={rows}
        rowKey={({ code }) => code}
        rowClass={({ rank, is_near: isNear }) =>
          classNames(isNear && css.near, rank !== null && rank === places && css.lastPlace)
        }
        isStale={isStale}
      />
    </div>
  );
}

const REVIEWS: Column<RankedEntry> = {
  key: 'reviews',
  label: rankingLabels.reviews,
  width: '4.6rem',
  isNumber: true,
  cell: ({ reviews }) => reviews,
};

const readColumn = (onRead: (entry: RankedEntry) => void): Column<RankedEntry> => ({
  key: 'read',
  label: rankingLabels.reviews,
  width: '5.6rem',
  onCard: 'foot',
  cell: (entry) => (
    <span className={rowCss.actions}>
      <Button
        variant="quiet"
        isSmall
        data-row={entry.code}
        aria-label={rankingLabels.read(countReviews(entry.reviews), nameOf(entry))}
        onClick={() => onRead(entry)}
      >
        {countReviews(entry.reviews)}
      </Button>
    </span>
  ),
});

function flagsOf({ flags, is_near: isNear }: RankedEntry): string {
  const all = [
    ...(isNear ? [rankingLabels.near] : []),
    ...flags.map((flag) => rankingLabels[flag]),
  ];
  return all.join(', ');
}

type Marked = Pick<RankedEntry, 'proposal_id' | 'business_name' | 'notes' | 'has_duplicate'>;

/** Its name, and what to look at before it is decided. */
export function MarkedName({ row }: { row: Marked }) {
  const { proposal_id: id, business_name: name, notes, has_duplicate: hasDuplicate } = row;
  const marks = [notes > 0 && rankingLabels.notes(notes), hasDuplicate && rankingLabels.duplicate];
  const shown = marks.filter(Boolean).join(', ');
  return (
    <span className={css.name}>
      {id ? <Link to={paths.submission({ id })}>{name}</Link> : <span>{rankingLabels.erased}</span>}
      {shown && <small>{` ${shown}`}</small>}
    </span>
  );
}

/** Where the score lies between 0 and 100, and how far it may be off. */
function Whisker({ entry: { score, error } }: { entry: RankedEntry }) {
  if (score === null) return null;
  const place = { '--at': score, '--off': error ?? 0 } as CSSProperties;
  return (
    <span className={css.measured}>
      <span className={css.whisker} style={place} aria-hidden="true" />
      {error !== null && <small>{rankingLabels.error(error)}</small>}
    </span>
  );
}

const buttonsOfRows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')];
const placeOfFocus = (): number => {
  const row = document.activeElement?.closest('tr');
  return buttonsOfRows().findIndex((button) => row?.contains(button));
};

/** j and k move between rows, s and x set the outcome of the focused one, r reads its reviews. */
function useRankingKeys(
  round: Versioned<Round>,
  rows: readonly RankedEntry[],
  onRead: ((entry: RankedEntry) => void) | undefined,
): void {
  const decide = useDeciding(round);
  const ofFocused = (act: (entry: RankedEntry) => void) => () => {
    const entry = rows[placeOfFocus()];
    if (entry) act(entry);
  };
  useScreenKeys({
    j: () => step(1),
    k: () => step(-1),
    ...(onRead && { r: ofFocused(onRead) }),
    ...(round.state === 'closed' && {
      s: ofFocused((entry) => decide(entry, 'selected')),
      x: ofFocused((entry) => decide(entry, 'not_selected')),
    }),
  });
}

/** One outcome after the other, each based on the version that the one before has led to. */
function useDeciding(round: Versioned<Round>) {
  const refresh = useRoundsRefresh();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const etag = useRef(round.etag);
  useLayoutEffect(() => void (etag.current = round.etag), [round.etag]);
  const send = async (entry: RankedEntry, outcome: Outcome) => {
    try {
      const row = { proposal_id: entry.proposal_id!, outcome };
      const answer = await resultCalls.decide(round.id, { rows: [row] }, etag.current);
      etag.current = answer.etag;
      await refresh();
      toast.success(rankingLabels.set(nameOf(entry), rankingLabels.outcomes[outcome]));
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (entry: RankedEntry, outcome: Outcome): void => {
    if (entry.proposal_id) queue.current = queue.current.then(() => send(entry, outcome));
  };
}

/** The first row, if none has the focus. */
function step(by: 1 | -1): void {
  const buttons = buttonsOfRows();
  const place = placeOfFocus();
  buttons[place < 0 ? 0 : Math.min(Math.max(place + by, 0), buttons.length - 1)]?.focus();
}
