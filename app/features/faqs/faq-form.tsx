import { LENGTHS } from '#domain/constants.ts';
import { FAQ } from '#domain/faqs/rules.ts';
import type { CreateFaqInput, Faq } from '#domain/faqs/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { compareFields } from '#app/editing/form/edit-conflict.tsx';
import { useCreateForm, useEditForm, type ItemForm } from '#app/editing/form/use-edit-form.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { useFaqChanges } from './use-faqs.ts';
import { faqLabels } from './labels.ts';

const faqForm = lazySchema(async () => (await import('#domain/faqs/schema.ts')).createFaqInput);

export function CreateFaqForm() {
  const form = useCreateForm({
    draftName: 'faq:new',
    create: useFaqChanges().create,
    fallback: FAQ.createFailed,
    done: FAQ.created,
    next: () => paths.faqs,
  });
  return <FaqForm values={{}} form={form} submitLabel={faqLabels.create} />;
}

type EditProps = {
  faq: Versioned<Faq>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

export function EditFaqForm({ faq, onReload }: EditProps) {
  const { update } = useFaqChanges();
  const form = useEditForm({
    draftName: `faq:${faq.id}`,
    current: faq,
    save: (mine: CreateFaqInput, { etag }) => update(faq.id, mine, etag),
    fetchFresh: () => api.getFaq(faq.id),
    compare,
    fallback: FAQ.updateFailed,
    done: FAQ.updated,
    next: () => lastListUrl(paths.faqs),
    onReload,
  });
  return <FaqForm values={faq} form={form} submitLabel={faqLabels.save} />;
}

const compare = compareFields<Faq, CreateFaqInput>(
  [faqLabels.question, ({ question }) => question],
  [faqLabels.answer, ({ answer }) => answer],
);

type Props = {
  values: Partial<CreateFaqInput>;
  form: ItemForm<CreateFaqInput>;
  submitLabel: string;
};

/** Question and answer are required. */
function FaqForm({ values, form, submitLabel }: Props) {
  const start = { ...values, ...form.draft.values };
  return (
    <DraftForm
      form={form}
      read={(data) => checkForm(faqForm, data)}
      submitLabel={submitLabel}
      cancelPath={lastListUrl(paths.faqs)}
    >
      <TextAreaField
        label={faqLabels.question}
        name="question"
        hint={faqLabels.questionHint}
        rows={2}
        maxLength={LENGTHS.question}
        defaultValue={start.question}
      />
      <TextAreaField
        label={faqLabels.answer}
        name="answer"
        hint={faqLabels.answerHint}
        rows={9}
        maxLength={LENGTHS.answer}
        defaultValue={start.answer}
      />
    </DraftForm>
  );
}
