import { CreateFaqForm } from '#app/features/faqs/form/create-form.tsx';
import { words } from '#app/features/faqs/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: words.createTitle }];

/** /dashboard/admin/create-faq */
export default function CreateFaq() {
  return (
    <>
      <PageHeading title={words.createTitle} />
      <CreateFaqForm />
    </>
  );
}
