import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import css from './list-filters.module.css';
import { ListSearch } from './list-search.tsx';
import { useListParams } from './use-list-params.ts';
import { pickParameters } from '#app/paths.ts';
import { listLabels } from './labels.ts';

type Option = { value: string; label: string };
type Props = {
  placeholder: string;
  /** Filters, named as the API names them. */
  choices?: readonly { name: string; label: string; options: readonly Option[] }[];
  /** For phones, where a table has no head; the first one is in force when the address has none. */
  sorts: readonly [Option, ...Option[]];
};

/** Search, filters and sort of a list: each change is in the address at once. */
export function ListFilters({ placeholder, choices = [], sorts }: Props) {
  const { search, change } = useListParams();
  const names = ['q', ...choices.map(({ name }) => name)];
  const isFiltered = Object.keys(pickParameters(search, names)).length > 0;
  const usual = sorts[0].value;
  return (
    <div className={css.filters}>
      <ListSearch label={listLabels.search} placeholder={placeholder} />
      {choices.map(({ name, label, options }) => (
        <SelectField
          key={name}
          label={label}
          name={name}
          aria-required={undefined}
          options={options}
          placeholder={listLabels.all}
          value={search.get(name) ?? ''}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
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
      {isFiltered && (
        <Button
          variant="quiet"
          isSmall
          onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}
        >
          {listLabels.clear}
        </Button>
      )}
    </div>
  );
}

/** The same as a way out of a list without a match. */
export function ClearFilters() {
  const { search, change } = useListParams();
  return (
    <Button
      variant="secondary"
      onClick={() => change(Object.fromEntries([...search.keys()].map((name) => [name, null])))}
    >
      {listLabels.clear}
    </Button>
  );
}
