import { useNavigate } from 'react-router';
import { FAQ } from '#domain/faqs/messages.ts';
import { paths } from '#app/paths.ts';
import { useCall } from '#app/editing/use-call.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { FaqForm } from './faq-form.tsx';
import { useFaqChanges } from '../use-faqs.ts';
import { words } from '../words.ts';

/** A new FAQ. */
export function CreateFaqForm() {
  const navigate = useNavigate();
  const keeper = useDraft('faq:new', useProfile().id);
  const { create } = useFaqChanges();
  const call = useCall(FAQ.createFailed);
  return (
    <FaqForm
      values={{}}
      keeper={keeper}
      submitLabel={words.create}
      cancelPath={keptAddress(paths.faqs)}
      call={call}
      onSubmit={(input) =>
        void call.run(async () => {
          await create(input);
          keeper.clear();
          toast.success(FAQ.created);
          await navigate(paths.faqs);
        })
      }
    />
  );
}
