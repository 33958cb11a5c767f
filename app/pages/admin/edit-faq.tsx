import { paths } from '#app/paths.ts';
import { EditFaqForm } from '#app/features/faqs/faq-form.tsx';
import { useFaq } from '#app/features/faqs/use-faqs.ts';
import { faqLabels } from '#app/features/faqs/labels.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import type { Route } from './+types/edit-faq';

export const meta = () => [{ title: faqLabels.editTitle }];

/** /dashboard/admin/faq/{id}/edit */
export default function EditFaq({ params: { id } }: Route.ComponentProps) {
  return (
    <ItemScreen
      item={useFaq(id)}
      list={{ to: lastListUrl(paths.faqs), label: faqLabels.back }}
      title={faqLabels.editTitle}
      loading="Loading the FAQ"
      isForm
    >
      {(faq, reload) => <EditFaqForm key={faq.etag} faq={faq} onReload={reload} />}
    </ItemScreen>
  );
}
