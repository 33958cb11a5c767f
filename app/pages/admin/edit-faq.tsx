import { paths } from '#app/paths.ts';
import { EditFaqForm } from '#app/features/faqs/form/edit-form.tsx';
import { useFaq } from '#app/features/faqs/use-faqs.ts';
import { faqLabels } from '#app/features/faqs/labels.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-faq';

export const meta = () => [{ title: faqLabels.editTitle }];

/** /dashboard/admin/faq/{id}/edit */
export default function EditFaq({ params: { id } }: Route.ComponentProps) {
  const { data: faq, error, isPending, refetch } = useFaq(id);
  if (isMissing(error))
    return (
      <NotFoundState title={error.message} to={lastListUrl(paths.faqs)} label={faqLabels.back} />
    );
  return (
    <>
      <PageHeading title={faqLabels.editTitle} />
      {isPending && <Skeleton label="Loading the FAQ" />}
      {error && !faq && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {faq && <EditFaqForm key={faq.etag} faq={faq} onReload={() => void refetch()} />}
    </>
  );
}
