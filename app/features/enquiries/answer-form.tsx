import { useRef, useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { randomKey } from '#app/api/random-key.ts';
import type { Versioned } from '#app/api/transport.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { describeRecipient, enquiryLabels } from './labels.ts';
import { useAnswerEnquiry } from './use-enquiries.ts';

/** Mails an answer to whoever asked. What is typed is kept on this device until it is sent. */
export function AnswerForm({ enquiry }: { enquiry: Versioned<Enquiry> }) {
  const draft = useDraft(`enquiry-answer:${enquiry.id}`, useProfile().id);
  const answer = useAnswerEnquiry(enquiry);
  const { problem, isBusy, run } = useFormSubmit(enquiryLabels.answerFailed);
  // The form is empty again after each.
  const [sent, setSent] = useState(0);
  const keyOf = useKeyOf();
  const submit = (data: FormData) => {
    const text = String(data.get('text'));
    return run(async () => {
      await answer(text, keyOf(text));
      draft.clear();
      setSent((count) => count + 1);
      toast.success(enquiryLabels.sent);
    });
  };
  return (
    <>
      <RestoreDraft draft={draft} />
      <Form
        key={`${draft.version} ${sent}`}
        problem={problem}
        onSubmit={(data) => void submit(data)}
        onValues={draft.save}
      >
        <TextAreaField
          label={enquiryLabels.answer}
          name="text"
          hint={describeRecipient(enquiry.email)}
          rows={7}
          maxLength={LENGTHS.message}
          defaultValue={draft.values['text']}
        />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {enquiryLabels.send}
          </Button>
        </FormActions>
      </Form>
    </>
  );
}

/** One key for each text: repeated after a lost connection, it is mailed once. */
function useKeyOf() {
  const last = useRef({ text: '', key: '' });
  return (text: string): string => {
    if (!last.current.key || last.current.text !== text) last.current = { text, key: randomKey() };
    return last.current.key;
  };
}
