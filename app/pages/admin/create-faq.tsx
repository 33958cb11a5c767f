import { paths } from '#app/paths.ts';
import { CreateFaqForm } from '#app/features/faqs/faq-form.tsx';
import { faqLabels } from '#app/features/faqs/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: faqLabels.createTitle }];

/** /dashboard/admin/create-faq */
export default function CreateFaq() {
  return (
    <>
      <PageHeading title={faqLabels.createTitle} back={{ to: paths.faqs, label: faqLabels.back }} />
      <CreateFaqForm />
    </>
  );
}
