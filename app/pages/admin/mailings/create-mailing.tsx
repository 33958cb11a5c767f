import { paths } from '#app/paths.ts';
import { useLocation, useSearchParams } from 'react-router';
import { composeLabels as labels } from '#app/features/mailings/labels.ts';
import { MailingForm } from '#app/features/mailings/form/mailing-form.tsx';
import type { Target } from '#app/features/mailings/mailing-calls.ts';
import { readFilters } from '#app/features/submissions/filters.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: labels.title }];

/**
 * /dashboard/admin/mailings/create: to whom the list of submissions leads, by its filters in the
 * address or its selection, or to one program.
 */
export default function CreateMailing() {
  const { state, key } = useLocation();
  const [search] = useSearchParams();
  const target = readTarget(search, state);
  return (
    <>
      <PageHeading title={labels.title} back={{ to: paths.mailings, label: labels.backToAll }} />
      <MailingForm key={target ? key : undefined} target={target} />
    </>
  );
}

function readTarget(search: URLSearchParams, state: unknown): Target | undefined {
  if (search.get('to') === 'list') return { filter: readFilters(search) };
  const { ids } = (state ?? {}) as { ids?: readonly string[] };
  return ids ? { ids } : undefined;
}
