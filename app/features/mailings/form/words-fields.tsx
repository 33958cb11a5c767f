import { use, useState } from 'react';
import { MAIL_TEXTS } from '#domain/mails/placeholder-rules.ts';
import { FormContext } from '#app/ui/form-context.ts';
import { valuesOf } from '#app/ui/form-values.ts';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { PlaceholderList } from '../placeholder-list.tsx';
import { TemplateSelect } from '../template-select.tsx';
import { composeLabels as labels } from '../labels.ts';

/** Subject and text of a mailing, from one of the firm's texts if somebody likes. */
export function WordsFields({ values }: { values: Record<string, string> }) {
  const { onValues } = use(FormContext);
  const [words, setWords] = useState(() => ({
    subject: values['subject'] ?? '',
    text: values['text'] ?? '',
    own: '',
  }));
  return (
    <>
      <TemplateSelect
        kind="mailing"
        text={words.text}
        own={words.own}
        onStart={({ text, own }, select, template) => {
          const subject = template?.subject ?? words.subject;
          setWords({ subject, text, own });
          onValues?.({ ...valuesOf(select.form!), subject, text });
        }}
      />
      <TextField
        label={labels.subject}
        name="subject"
        maxLength={MAIL_TEXTS.subject}
        autoComplete="off"
        value={words.subject}
        onChange={({ target }) => setWords({ ...words, subject: target.value })}
      />
      <TextAreaField
        label={labels.text}
        name="text"
        rows={12}
        maxLength={MAIL_TEXTS.text}
        value={words.text}
        onChange={({ target }) => setWords({ ...words, text: target.value })}
      />
      <PlaceholderList />
    </>
  );
}
