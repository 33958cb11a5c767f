import { useEffect, useState } from 'react';
import { FUNDING_STAGES, formatApproval, formatStage } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import { ListSearch } from '#app/lists/list-search.tsx';
import { useListParams } from '#app/lists/use-list-params.ts';
import { useProgramChoices } from '#app/features/programs/use-programs.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { countFilters, isFiltered, noFilters } from './filters.ts';
import css from './submission-filters.module.css';
import { SORT_LABELS, submissionLabels } from './labels.ts';

const WIDE = '(min-width: 62rem)';
const STAGES = FUNDING_STAGES.map((value) => ({ value, label: formatStage(value) }));
const STATUSES = [true, false].map((value) => ({
  value: String(value),
  label: formatApproval(value),
}));

/**
 * Search, filters and, where a table has no head, the sort: each change is in the address at once.
 */
export function SubmissionFilters() {
  const { search, change } = useListParams();
  const programs = useProgramChoices();
  const isWide = useWide();
  const count = countFilters(search);
  const filter = (
    name: string,
    label: string,
    options: Parameters<typeof SelectField>[0]['options'],
    placeholder: string = submissionLabels.all,
  ) => (
    <SelectField
      label={label}
      name={name}
      isOptional={false}
      aria-required={undefined}
      options={options}
      placeholder={placeholder}
      value={search.get(name) ?? ''}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  const selects = (
    <div className={css.selects}>
      {filter('program_id', submissionLabels.program, programs)}
      {filter('sector', submissionLabels.sector, SECTORS)}
      {filter('funding_stage', submissionLabels.stage, STAGES)}
      {filter('is_approved', submissionLabels.status, STATUSES)}
      {filter('region', submissionLabels.region, REGIONS)}
      {!isWide && (
        <SelectField
          label={submissionLabels.sort}
          name="sort"
          options={SORT_LABELS}
          value={search.get('sort') ?? '-created_at'}
          onChange={({ target }) => change({ sort: target.value })}
        />
      )}
    </div>
  );
  return (
    <div className={css.filters}>
      <ListSearch label={submissionLabels.search} placeholder={submissionLabels.searchHint} />
      {isWide ? (
        selects
      ) : (
        <details className={css.more}>
          <summary>
            {submissionLabels.filters}
            {count > 0 && ` (${count})`}
          </summary>
          {selects}
        </details>
      )}
      {isFiltered(search) && <ClearFilters variant="quiet" />}
    </div>
  );
}

export function ClearFilters({ variant }: { variant: 'quiet' | 'secondary' }) {
  const { change } = useListParams();
  return (
    <Button variant={variant} isSmall={variant === 'quiet'} onClick={() => change(noFilters())}>
      {submissionLabels.clear}
    </Button>
  );
}

/** Five filters fill a phone's screen, so there they fold away. */
function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const look = () => setWide(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return isWide;
}
