import { useNavigate } from 'react-router';
import { FAQ } from '#domain/faqs/messages.ts';
import type { CreateFaqInput, Faq } from '#domain/faqs/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { EditConflict, onlyDifferent } from '#app/editing/edit-conflict.tsx';
import { useOptimisticLock } from '#app/editing/use-optimistic-lock.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { FaqForm } from './faq-form.tsx';
import { useFaqChanges } from '../use-faqs.ts';
import { faqLabels } from '../labels.ts';

type Props = {
  faq: Versioned<Faq>;
  /** Draws the form anew from what is saved now. */ onReload: () => void;
};

/** Edits a FAQ. Saved by somebody else meanwhile: both versions stand side by side. */
export function EditFaqForm({ faq, onReload }: Props) {
  const navigate = useNavigate();
  const draft = useDraft(`faq:${faq.id}`, useProfile().id);
  const { update } = useFaqChanges();
  const call = useFormSubmit(FAQ.updateFailed);
  const { conflict, attempt } = useOptimisticLock<Faq, CreateFaqInput>({
    current: faq,
    save: (mine, { etag }) => update(faq.id, mine, etag),
    fetchFresh: () => api.getFaq(faq.id),
  });

  const save = (input: CreateFaqInput) =>
    call.run(async () => {
      if (!(await attempt(input))) return;
      draft.clear();
      toast.success(FAQ.updated);
      await navigate(lastListUrl(paths.faqs));
    });
  const takeTheirs = () => {
    draft.clear();
    onReload();
  };
  return (
    <>
      {conflict && (
        <EditConflict
          key={conflict.fresh.etag}
          differences={compareFaqs(conflict.fresh, conflict.mine)}
          isBusy={call.isBusy}
          onTakeTheirs={takeTheirs}
        />
      )}
      <FaqForm
        values={faq}
        draft={draft}
        submitLabel={faqLabels.save}
        cancelPath={lastListUrl(paths.faqs)}
        call={call}
        onSubmit={(input) => void save(input)}
      />
    </>
  );
}

const compareFaqs = (theirs: Faq, mine: CreateFaqInput) =>
  onlyDifferent([
    { label: faqLabels.question, theirs: theirs.question, mine: mine.question },
    { label: faqLabels.answer, theirs: theirs.answer, mine: mine.answer },
  ]);
