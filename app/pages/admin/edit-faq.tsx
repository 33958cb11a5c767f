import { paths } from '#app/paths.ts';
import { EditFaqForm } from '#app/features/faqs/form/edit-form.tsx';
import { useFaq } from '#app/features/faqs/use-faqs.ts';
import { words } from '#app/features/faqs/words.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { isMissing, MissingThing } from '#app/shell/missing-thing.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-faq';

export const meta = () => [{ title: words.editTitle }];

/** /dashboard/admin/faq/{id}/edit */
export default function EditFaq({ params: { id } }: Route.ComponentProps) {
  const { data: faq, error, isPending, refetch } = useFaq(id);
  if (isMissing(error))
    return <MissingThing title={error.message} to={keptAddress(paths.faqs)} label={words.back} />;
  return (
    <>
      <PageHeading title={words.editTitle} />
      {isPending && <Skeleton label="Loading the FAQ" />}
      {error && !faq && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {faq && <EditFaqForm key={faq.etag} faq={faq} onReload={() => void refetch()} />}
    </>
  );
}
