import { useNavigate } from 'react-router';
import { FAQ } from '#domain/faqs/messages.ts';
import type { CreateFaqInput, Faq } from '#domain/faqs/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { toast } from '#app/ui/toast.tsx';
import { FaqForm } from './faq-form.tsx';
import { useFaqChanges } from '../use-faqs.ts';
import { faqLabels } from '../labels.ts';

type Props = {
  faq: Versioned<Faq>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/** Edits an FAQ. If somebody else has saved it, both versions are shown side by side. */
export function EditFaqForm({ faq, onReload }: Props) {
  const navigate = useNavigate();
  const { update } = useFaqChanges();
  const { draft, call, submit, conflictPanel } = useEditForm<Faq, CreateFaqInput>({
    draftName: `faq:${faq.id}`,
    current: faq,
    save: (mine, { etag }) => update(faq.id, mine, etag),
    fetchFresh: () => api.getFaq(faq.id),
    compare: compareFaqs,
    fallback: FAQ.updateFailed,
    onSaved: async () => {
      toast.success(FAQ.updated);
      await navigate(lastListUrl(paths.faqs));
    },
    onReload,
  });
  return (
    <>
      {conflictPanel}
      <FaqForm
        values={faq}
        draft={draft}
        submitLabel={faqLabels.save}
        cancelPath={lastListUrl(paths.faqs)}
        call={call}
        onSubmit={submit}
      />
    </>
  );
}

const compareFaqs = (theirs: Faq, mine: CreateFaqInput) =>
  onlyDifferent([
    { label: faqLabels.question, theirs: theirs.question, mine: mine.question },
    { label: faqLabels.answer, theirs: theirs.answer, mine: mine.answer },
  ]);
