import { useNavigate } from 'react-router';
import { FAQ } from '#domain/faqs/messages.ts';
import { useCall } from '#app/editing/use-call.ts';
import { keptAddress } from '#app/lists/kept-address.ts';
import { FAQS_PATH } from '#app/lists/places.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { FaqForm } from './faq-form.tsx';
import { useFaqChanges } from './use-faqs.ts';
import { words } from './words.ts';

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
      cancelPath={keptAddress(FAQS_PATH)}
      call={call}
      onSubmit={(input) =>
        void call.run(async () => {
          await create(input);
          keeper.clear();
          toast.success(FAQ.created);
          await navigate(FAQS_PATH);
        })
      }
    />
  );
}
