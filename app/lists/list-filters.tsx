import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import css from './list-filters.module.css';
import { ListSearch } from './list-search.tsx';
import { useListParams } from './use-list-params.ts';
import { pickParameters } from '#app/paths.ts';
import { listLabels } from './labels.ts';

type Option = { value: string; label: string };
/** A filter, with the API's name. */
export type Choice = { name: string; label: string; options: readonly (Option | string)[] };
type Props = {
  /** Of the search; none without it. */
  placeholder?: string;
  choices?: readonly Choice[];
  /** Filters whose value is a day. */
  days?: readonly { name: string; label: string }[];
  /** For phones, where the table has no header; the first one is the default. */
  sorts?: readonly [Option, ...Option[]];
  /** Further fields, and the filters that they set. */
  more?: { names: readonly string[]; fields?: ReactNode };
  /** Whether a phone folds the filters away because there are many. */
  isFolding?: boolean;
};

/**
 * Search, filters and sort of a list on one line; each change is applied to the address at once.
 */
export function ListFilters({
  placeholder,
  choices = [],
  days = [],
  more,
  sorts,
  isFolding = false,
}: Props) {
  const { search } = useListParams();
  const names = ['q', ...[...choices, ...days].map(({ name }) => name), ...(more?.names ?? [])];
  const set = Object.keys(pickParameters(search, names));
  const fields = [
    ...choices.map((choice) => <ChoiceField key={choice.name} choice={choice} />),
    <DayFields key="days" days={days} isFolding={isFolding} />,
    <Fragment key="more">{more?.fields}</Fragment>,
  ];
  return (
    <div className={`${css.filters} no-print`}>
      {placeholder && <ListSearch label={listLabels.search} placeholder={placeholder} />}
      {isFolding ? (
        <Folded count={set.filter((name) => name !== 'q').length}>{fields}</Folded>
      ) : (
        fields
      )}
      {sorts && <SortField sorts={sorts} />}
      {set.length > 0 && <ClearFilters names={names} isSmall />}
    </div>
  );
}

function ChoiceField({ choice: { name, label, options } }: { choice: Choice }) {
  const { search, change } = useListParams();
  const value = search.get(name) ?? '';
  return (
    <SelectField
      label={label}
      name={name}
      aria-required={undefined}
      options={withUnknown(options, value)}
      placeholder={listLabels.all}
      value={value}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
}

/** A value that only a link sets: with "All", the list would seem unfiltered. */
function withUnknown(options: Choice['options'], value: string): Choice['options'] {
  const isKnown = options.some((option) =>
    typeof option === 'string' ? option === value : option.value === value,
  );
  return value === '' || isKnown ? options : [...options, { value, label: listLabels.other }];
}

type DaysProps = Required<Pick<Props, 'days' | 'isFolding'>>;

/** Beside many filters a range of days is behind a button: two dates would be cut. */
function DayFields({ days, isFolding }: DaysProps) {
  const isWide = useMedia(WIDE);
  const fields = days.map((day) => <DayField key={day.name} {...day} />);
  if (!isWide || !isFolding || days.length === 0) return fields;
  return <Menu label={listLabels.days}>{fields}</Menu>;
}

/** Ignores half-typed days, whose years are before this product existed. */
const FIRST_DAY = '2000';

function DayField({ name, label }: { name: string; label: string }) {
  const { search, change } = useListParams();
  return (
    <TextField
      key={String(search.has(name))}
      label={label}
      name={name}
      type="date"
      aria-required={undefined}
      defaultValue={search.get(name)?.slice(0, 10)}
      onChange={({ target: { value } }) => {
        if (value === '' || value >= FIRST_DAY) change({ [name]: value });
      }}
    />
  );
}

/** Shown on phones only. Used alone above a list without filters. */
export function SortField({ sorts }: { sorts: readonly [Option, ...Option[]] }) {
  const { search, change } = useListParams();
  const usual = sorts[0].value;
  return (
    <div className={css.sort}>
      <SelectField
        label={listLabels.sort}
        name="sort"
        aria-required={undefined}
        options={sorts}
        value={search.get('sort') ?? usual}
        onChange={({ target }) => change({ sort: target.value === usual ? null : target.value })}
      />
    </div>
  );
}

const WIDE = '(min-width: 62rem)';

function Folded({ count, children }: { count: number; children: ReactNode }) {
  const isWide = useMedia(WIDE);
  if (isWide) return children;
  return (
    <details className={`${css.folded} fold`}>
      <summary>{count > 0 ? `${listLabels.filters} (${count})` : listLabels.filters}</summary>
      <div className={css.choices}>{children}</div>
    </details>
  );
}

function useMedia(media: string): boolean {
  const [isMatching, setMatching] = useState(() => matchMedia(media).matches);
  useEffect(() => {
    const query = matchMedia(media);
    const look = () => setMatching(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [media]);
  return isMatching;
}

type ClearProps = {
  /** The parameters to remove from the address; all of them by default. */
  names?: readonly string[];
  isSmall?: boolean;
};

/** Also offered if a list has no matches. */
export function ClearFilters({ names, isSmall = false }: ClearProps) {
  const { search, change } = useListParams();
  return (
    <Button
      variant={isSmall ? 'quiet' : 'secondary'}
      isSmall={isSmall}
      aria-label={listLabels.clear}
      onClick={() =>
        change(Object.fromEntries((names ?? [...search.keys()]).map((name) => [name, null])))
      }
    >
      {isSmall ? listLabels.clearShort : listLabels.clear}
    </Button>
  );
}
