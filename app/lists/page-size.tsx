import { SelectField } from '#app/ui/text-field.tsx';
import { listLabels } from './labels.ts';
import css from './list-foot.module.css';
import { useListParams } from './use-list-params.ts';

export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Rows on a page according to the address; the default for any other value. */
export const readPageSize = (search: URLSearchParams, usual: number): number =>
  PAGE_SIZES.find((size) => String(size) === search.get('size')) ?? usual;

/** How many rows a page has, in the address as `?size=`. */
export function PageSize({ usual }: { usual: number }) {
  const { search, change } = useListParams();
  return (
    <div className={css.size}>
      <SelectField
        label={listLabels.pageSize}
        name="size"
        aria-required={undefined}
        options={PAGE_SIZES.map(String)}
        value={String(readPageSize(search, usual))}
        onChange={({ target }) =>
          change({ size: target.value === String(usual) ? null : target.value })
        }
      />
    </div>
  );
}
