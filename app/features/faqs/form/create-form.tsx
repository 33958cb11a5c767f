import { useNavigate } from 'react-router';
import { FAQ } from '#domain/faqs/messages.ts';
import { paths } from '#app/paths.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { FaqForm } from './faq-form.tsx';
import { useFaqChanges } from '../use-faqs.ts';
import { faqLabels } from '../labels.ts';

export function CreateFaqForm() {
  const navigate = useNavigate();
  const draft = useDraft('faq:new', useProfile().id);
  const { create } = useFaqChanges();
  const call = useFormSubmit(FAQ.createFailed);
  return (
    <FaqForm
      values={{}}
      draft={draft}
      submitLabel={faqLabels.create}
      cancelPath={lastListUrl(paths.faqs)}
      call={call}
      onSubmit={(input) =>
        void call.run(async () => {
          await create(input);
          draft.clear();
          toast.success(FAQ.created);
          await navigate(paths.faqs);
        })
      }
    />
  );
}
