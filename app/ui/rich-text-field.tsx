import { lazy, Suspense, useEffect, useState } from 'react';
import { Field, type FieldText } from './field.tsx';

const Editor = lazy(() => import('./rich-text-editor.tsx').then(({ RichTextEditor }) => ({ default: RichTextEditor })));

type Props = FieldText & { /** HTML. */ defaultValue?: string; onValue?: (html: string) => void };

/** Rich text. A plain textarea stands in until the editor has come, and takes what is typed meanwhile along. */
export function RichTextField({ label, name, hint, error, isOptional, defaultValue = '', onValue }: Props) {
  const [html, setHtml] = useState(defaultValue);
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return (
    <Field {...{ label, name, hint, error, isOptional }} isWide>
      {(control) => {
        const plain = <textarea {...control} defaultValue={defaultValue} onChange={(event) => setHtml(toHtml(event.target.value))} />;
        if (!isInBrowser) return plain;
        return (
          <Suspense fallback={plain}>
            <Editor control={control} label={label} initialHtml={html} onChange={onValue} />
          </Suspense>
        );
      }}
    </Field>
  );
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function toHtml(text: string): string {
  if (/^\s*<\w/.test(text)) return text;
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
