import { useNavigate } from 'react-router';
import { FAQ } from '#domain/faqs/messages.ts';
import type { CreateFaqInput, Faq } from '#domain/faqs/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { ChangedMeanwhile, onlyDifferent } from '#app/editing/changed-meanwhile.tsx';
import { useGuardedSave } from '#app/editing/use-guarded-save.ts';
import { useCall } from '#app/editing/use-call.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { FaqForm } from './faq-form.tsx';
import { useFaqChanges } from '../use-faqs.ts';
import { words } from '../words.ts';

type Props = {
  faq: Versioned<Faq>;
  /** Draws the form anew from what is saved now. */ onReload: () => void;
};

/** Edits a FAQ. Saved by somebody else meanwhile: both versions stand side by side. */
export function EditFaqForm({ faq, onReload }: Props) {
  const navigate = useNavigate();
  const keeper = useDraft(`faq:${faq.id}`, useProfile().id);
  const { update } = useFaqChanges();
  const call = useCall(FAQ.updateFailed);
  const { conflict, attempt } = useGuardedSave<Faq, CreateFaqInput>({
    current: faq,
    save: (mine, { etag }) => update(faq.id, mine, etag),
    fetchFresh: () => api.getFaq(faq.id),
  });

  const save = (input: CreateFaqInput) =>
    call.run(async () => {
      if (!(await attempt(input))) return;
      keeper.clear();
      toast.success(FAQ.updated);
      await navigate(keptAddress(paths.faqs));
    });
  const takeTheirs = () => {
    keeper.clear();
    onReload();
  };
  return (
    <>
      {conflict && (
        <ChangedMeanwhile
          key={conflict.fresh.etag}
          differences={compareFaqs(conflict.fresh, conflict.mine)}
          isBusy={call.isBusy}
          onTakeTheirs={takeTheirs}
        />
      )}
      <FaqForm
        values={faq}
        keeper={keeper}
        submitLabel={words.save}
        cancelPath={keptAddress(paths.faqs)}
        call={call}
        onSubmit={(input) => void save(input)}
      />
    </>
  );
}

const compareFaqs = (theirs: Faq, mine: CreateFaqInput) =>
  onlyDifferent([
    { label: words.question, theirs: theirs.question, mine: mine.question },
    { label: words.answer, theirs: theirs.answer, mine: mine.answer },
  ]);
