import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#app/ui/class-names.ts';
import { Field, type FieldText } from '#app/ui/field.tsx';
import { loadedEditor, loadEditor } from './load-editor.ts';
import css from './rich-text-field.module.css';

const NO_TOOLS = 'The formatting tools could not be loaded. Plain text works just as well.';

type Props = FieldText & { /** HTML. */ defaultValue?: string };

/**
 * Rich text. Until the editor has loaded, there is a plain textarea, whose content the editor takes
 * over; if the editor cannot be loaded, the textarea stays.
 */
export function RichTextField({ label, name, hint, error, isOptional, defaultValue = '' }: Props) {
  const [html, setHtml] = useState(defaultValue);
  const [Editor, setEditor] = useState(loadedEditor);
  const plain = useRef<HTMLTextAreaElement>(null);
  const isTyping = useRef(false);
  const [hasFailed, setFailed] = useState(false);
  const text = toText(defaultValue);
  const isSource = text === defaultValue && /<\w/.test(text);
  useEffect(() => {
    loadEditor().then(
      (editor) => {
        isTyping.current = plain.current !== null && document.activeElement === plain.current;
        setEditor(() => editor);
      },
      () => setFailed(true),
    );
  }, []);
  return (
    <Field
      {...{ label, name, error, isOptional }}
      isNamed={Boolean(Editor)}
      hint={hasFailed ? [hint, NO_TOOLS].filter(Boolean).join(' ') : hint}
    >
      {(control) =>
        Editor ? (
          <Editor control={control} label={label} initialHtml={html} isTyping={isTyping.current} />
        ) : (
          <>
            {/* At once: the form reads the hidden field in the same event. */}
            <textarea
              {...control}
              className={classNames(control.className, css.plain)}
              ref={plain}
              name={undefined}
              defaultValue={text}
              onInput={({ currentTarget: { value } }) =>
                flushSync(() => setHtml(isSource ? value : toHtml(value)))
              }
            />
            <input type="hidden" name={name} value={html} />
          </>
        )
      }
    </Field>
  );
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function toHtml(text: string): string {
  if (!text.trim()) return '';
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** Plain paragraphs as text; anything richer shows its tags, so that nothing is lost. */
function toText(html: string): string {
  if (/<(?!\/?p>|br ?\/?>)|&(?!amp;|lt;|gt;)/.test(html)) return html;
  return html
    .replaceAll('</p><p>', '\n\n')
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<\/?p>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
