import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import css from './list-filters.module.css';
import { ListSearch } from './list-search.tsx';
import { useListParams } from './use-list-params.ts';
import { pickParameters } from '#app/paths.ts';
import { listLabels, removeFilter } from './labels.ts';

type Option = { value: string; label: string };
/** A filter, with the API's name. */
export type Choice = {
  name: string;
  label: string;
  options: readonly (Option | string)[];
  /** What is shown while nothing is chosen; everything, if it is not given. */
  usual?: string;
  /** Values, or all of them, that something else on the screen shows and removes. */
  isShownElsewhere?: (value: string) => boolean;
};
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
  /** Whether there are so many that they are behind a button, and only those set are in sight. */
  isFolding?: boolean;
};

/** Search, filters and sort of a list on one line; each change is applied to the address at once. */
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
    ...days.map((day) => <DayField key={day.name} {...day} />),
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
      {isFolding && choices.map((choice) => <SetChoice key={choice.name} choice={choice} />)}
      {set.length > 0 && <ClearFilters names={names} isSmall />}
    </div>
  );
}

function ChoiceField({
  choice: { name, label, options, usual = listLabels.all },
}: {
  choice: Choice;
}) {
  const { search, change } = useListParams();
  const value = search.get(name) ?? '';
  return (
    <SelectField
      label={label}
      name={name}
      aria-required={undefined}
      options={withUnknown(options, value)}
      placeholder={usual}
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

/** "Region: Northern ×": a filter that is set, and what removes it. */
function SetChoice({ choice: { name, label, options, isShownElsewhere } }: { choice: Choice }) {
  const { search, change } = useListParams();
  const value = search.get(name);
  if (!value || isShownElsewhere?.(value)) return null;
  const option = withUnknown(options, value).find(
    (one) => (typeof one === 'string' ? one : one.value) === value,
  )!;
  const text = `${label}: ${typeof option === 'string' ? option : option.label}`;
  return (
    <button
      type="button"
      className={css.set}
      aria-label={removeFilter(text)}
      onClick={() => change({ [name]: null })}
    >
      <span>{text}</span>
      <span aria-hidden="true">×</span>
    </button>
  );
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
        options={withUnknown(sorts, search.get('sort') ?? usual)}
        value={search.get('sort') ?? usual}
        onChange={({ target }) => change({ sort: target.value === usual ? null : target.value })}
      />
    </div>
  );
}

const WIDE = '(min-width: 64rem)';

function Folded({ count, children }: { count: number; children: ReactNode }) {
  const isWide = useMedia(WIDE);
  const label = count > 0 ? `${listLabels.filters} (${count})` : listLabels.filters;
  const choices = <div className={css.choices}>{children}</div>;
  if (isWide) return <Menu label={label}>{choices}</Menu>;
  return (
    <details className={`${css.folded} fold`}>
      <summary>{label}</summary>
      {choices}
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
