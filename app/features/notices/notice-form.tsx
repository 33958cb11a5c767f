import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { Notice } from '#domain/notices/schema.ts';
import { paths } from '#app/paths.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { useCreateForm } from '#app/editing/form/use-edit-form.tsx';
import { toLocalInput } from '#app/features/programs/form/deadline-field.tsx';
import { SiteNotice } from '#app/shell/site-notice.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { EndField } from '#app/ui/end-field.tsx';
import { noticeDeskLabels as labels } from './labels.ts';
import css from './notice-form.module.css';
import { useNoticeChanges } from './use-edited-notice.ts';

const noticeForm = lazySchema(async () => (await import('#domain/notices/schema.ts')).noticeInput);

/** Puts a notice on every page, or another in its place. */
export function NoticeForm({ notice }: { notice: Notice | null }) {
  const form = useCreateForm({
    draftName: 'notice',
    create: useNoticeChanges().put,
    fallback: labels.saveFailed,
    done: labels.saved,
  });
  const { draft } = form;
  const start = {
    text: draft.values['text'] ?? notice?.text ?? '',
    until: draft.values['until'] ?? (notice ? toLocalInput(notice.until) : ''),
  };
  return (
    <DraftForm
      form={form}
      read={(data) => checkForm(noticeForm, data)}
      submitLabel={notice ? labels.replace : labels.show}
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
