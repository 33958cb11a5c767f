import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { Notice, NoticeInput } from '#domain/notices/schema.ts';
import { paths } from '#app/paths.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { toLocalInput } from '#app/features/programs/form/deadline-field.tsx';
import { SiteNotice } from '#app/shell/site-notice.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { EndField } from '#app/ui/end-field.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { noticeDeskLabels as labels } from './labels.ts';
import css from './notice-form.module.css';
import { useNoticeChanges } from './use-edited-notice.ts';

const noticeForm = lazySchema(async () => (await import('#domain/notices/schema.ts')).noticeInput);

/** Puts a notice on every page, or another in its place. */
export function NoticeForm({ notice }: { notice: Notice | null }) {
  const draft = useDraft('notice', useProfile().id);
  const { put } = useNoticeChanges();
  const call = useFormSubmit(labels.saveFailed);
  const save = (input: NoticeInput) =>
    call.run(async () => {
      await put(input);
      draft.clear();
      toast.success(labels.saved);
    });
  const start = {
    text: draft.values['text'] ?? notice?.text ?? '',
    until: draft.values['until'] ?? (notice ? toLocalInput(notice.until) : ''),
  };
  return (
    <DraftForm
      draft={draft}
      call={call}
      read={(data) => checkForm(noticeForm, data)}
      onSubmit={(input) => void save(input)}
      submitLabel={notice ? labels.replace : labels.show}
      cancelLabel={labels.cancel}
      cancelPath={paths.dashboard}
    >
      <Text start={start.text} />
      <EndField
        label={labels.until}
        name="until"
        hint={labels.untilHint}
        defaultValue={start.until}
      />
    </DraftForm>
  );
}

/** The text, and below it how it will stand on the pages. */
function Text({ start }: { start: string }) {
  const [text, setText] = useState(start);
  return (
    <>
      <TextAreaField
        label={labels.text}
        name="text"
        hint={labels.textHint}
        rows={3}
        maxLength={LENGTHS.notice}
        defaultValue={start}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() && (
        <figure className={css.preview}>
          <figcaption>{labels.preview}</figcaption>
          <SiteNotice notice={{ text }} isExample />
        </figure>
      )}
    </>
  );
}
