import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { LENGTHS } from '#domain/constants.ts';
import { paths } from '#app/paths.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { readView } from '#app/features/submissions/filters.ts';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { Form } from '#app/ui/form.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { listDeskLabels } from './labels.ts';
import css from './submissions.module.css';

/** Filters of everybody's that narrow the list further; their chips would be one line more. */
const UNCOUNTED = [
  ['possible_duplicate', listDeskLabels.duplicates],
  ['one_of_several', listDeskLabels.several],
] as const;

const withFilter = (search: URLSearchParams, name: string): URLSearchParams =>
  new URLSearchParams([...search, [name, 'true']]);

const KEY = [queryKeys.reviews, 'views'];

/** Saved searches and filters: the caller's own, and shared ones. */
export function ViewMenu() {
  const cache = useQueryClient();
  const [search] = useSearchParams();
  const { data: views = [], error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => desk.listViews({ signal, fallback: listDeskLabels.viewsFailed }),
    staleTime: 60_000,
  });
  const remove = async (id: string) => {
    try {
      await desk.deleteView(id, { fallback: listDeskLabels.viewFailed });
      toast.success(listDeskLabels.viewDeleted);
    } catch (refusal) {
      toast.error((refusal as Error).message);
    }
    await cache.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Menu label={listDeskLabels.views} isAtEnd>
      {error && <p role="alert">{error.message}</p>}
      {!error && views.length === 0 && <p>{listDeskLabels.noViews}</p>}
      <ul className="bare">
        {UNCOUNTED.map(([name, label]) => (
          <li key={name} className={css.view}>
            <Link to={`?${readView(withFilter(search, name))}`}>{label}</Link>
          </li>
        ))}
        {views.map(({ id, name, query, is_mine: isMine, is_shared: isShared }) => (
          <li key={id} className={css.view}>
            <Link to={`${paths.submissions()}${query && `?${query}`}`}>
              <span>{name}</span>
              {isShared && <span>{listDeskLabels.shared}</span>}
            </Link>
            {isMine && (
              <Button
                variant="quiet"
                isSmall
                aria-label={`${listDeskLabels.deleteView}: ${name}`}
                onClick={() => void remove(id)}
              >
                ×
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SaveView />
    </Menu>
  );
}

function SaveView() {
  const cache = useQueryClient();
  const [search] = useSearchParams();
  const { problem, isBusy, run } = useFormSubmit(listDeskLabels.viewFailed, { conflict: 'name' });
  const save = (data: FormData, form: HTMLFormElement) =>
    run(async () => {
      const name = String(data.get('name') ?? '');
      const input = { name, query: readView(search), is_shared: data.has('is_shared') };
      await desk.createView(input, { fallback: listDeskLabels.viewFailed });
      form.reset();
      toast.success(listDeskLabels.viewSaved);
      await cache.invalidateQueries({ queryKey: KEY });
    });
  return (
    <Form problem={problem} onSubmit={(data, form) => void save(data, form)} className={css.save}>
      <TextField
        label={listDeskLabels.viewName}
        name="name"
        maxLength={LENGTHS.name}
        autoComplete="off"
      />
      <CheckboxField label={listDeskLabels.viewShared} name="is_shared" />
      <Button type="submit" variant="secondary" isSmall isBusy={isBusy}>
        {listDeskLabels.saveView}
      </Button>
    </Form>
  );
}
