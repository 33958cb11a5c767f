import {
  EditorContent,
  useEditor,
  useEditorState,
  type Editor,
  mergeAttributes,
  Node,
} from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { SCREEN } from '#domain/constants.ts';
import type { ControlProps } from '#app/ui/field.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { valuesOf } from '#app/ui/form-values.ts';
import { toast } from '#app/ui/toast.tsx';
import { cleanPaste } from './clean-paste.ts';
import { htmlOfText, tellOfPictures } from './pasted-text.ts';
import { LinkDialog } from './rich-text-link.tsx';
import css from './rich-text-editor.module.css';
import { TOOLS } from './rich-text-tools.ts';

type Props = {
  control: ControlProps;
  label: string;
  initialHtml: string;
  /** Whether somebody was typing when it loaded. */ isTyping: boolean;
};

/**
 * Enter makes a paragraph, Shift+Enter a line break, Ctrl+K a link. The form gets the HTML from a
 * hidden input.
 */
export function RichTextEditor({ control, label, initialHtml, isTyping }: Props) {
  const hidden = useRef<HTMLInputElement>(null);
  const { onValues } = use(FormContext);
  const [isLinking, setLinking] = useState(false);
  const [current, setCurrent] = useState(initialHtml);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const publish = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    onValues?.(valuesOf(hidden.current!.form!));
  };
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        codeBlock: false,
        code: false,
        horizontalRule: false,
        // The toolbar has no buttons that could remove these.
        underline: false,
        strike: false,
        link: {
          openOnClick: false,
          protocols: ['http', 'https', 'mailto'],
          HTMLAttributes: { target: null, rel: 'nofollow' },
        },
      }),
      StoredImage,
    ],
    content: initialHtml,
    autofocus: isTyping ? 'end' : false,
    injectCSS: false,
    // Others read Markdown, in which `2 * 3 * 4` is slanted.
    enablePasteRules: ['link'],
    editorProps: {
      attributes: {
        id: control.id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: css.page!,
        // What is typed is sent as it was typed.
        translate: 'no',
      },
      transformPastedHTML: cleanPaste,
      handlePaste: (view, { clipboardData: data }) => {
        if (!data) return false;
        const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
        const lost = tellOfPictures(html, text, [...data.files]);
        if (lost) toast.error(lost);
        const meant = html ? null : htmlOfText(text);
        return meant !== null && view.pasteHTML(meant);
      },
      handleDOMEvents: {
        keyup: ({ dom }, { key }) => {
          if (key === 'Tab') showWhole(dom);
        },
      },
      handleKeyDown: (_, event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false;
        event.preventDefault();
        setLinking(true);
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => {
      clearTimeout(timer.current);
      const html = changed.isEmpty ? '' : changed.getHTML();
      // Synchronously: the page may be closed before React renders.
      hidden.current!.value = html;
      setCurrent(html);
      timer.current = setTimeout(publish, SCREEN.editorDebounceMs);
    },
    onBlur: publish,
  });
  const { 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = control;
  useEffect(() => {
    // The view exists only after mounting; until then the editor counts as destroyed.
    const tell = () =>
      describe(editor, { 'aria-describedby': describedBy, 'aria-invalid': isInvalid });
    if (!editor.isDestroyed) tell();
    editor.on('mount', tell);
    return () => void editor.off('mount', tell);
  }, [editor, describedBy, isInvalid]);
  const publishLatest = useEffectEvent(publish);
  // A layout effect, so that the form still exists during clean-up; capture, so that the draft is
  // updated before it is saved.
  useLayoutEffect(() => {
    const listener = () => publishLatest();
    window.addEventListener('visibilitychange', listener, true);
    return () => {
      window.removeEventListener('visibilitychange', listener, true);
      publishLatest();
    };
  }, []);

  return (
    <div className={css.editor} data-invalid={control['aria-invalid']}>
      <Toolbar editor={editor} label={label} onLink={() => setLinking(true)} />
      <EditorContent editor={editor} />
      <input ref={hidden} type="hidden" name={control.name} value={current} />
      <LinkDialog editor={editor} isOpen={isLinking} onClose={() => setLinking(false)} />
    </div>
  );
}

/** A browser only scrolls to the caret: the rest of a short text would stay under a bar. */
function showWhole(page: HTMLElement): void {
  if (page.offsetHeight < innerHeight / 2) page.scrollIntoView({ block: 'nearest' });
}

type Description = Pick<ControlProps, 'aria-describedby' | 'aria-invalid'>;

function describe(editor: Editor, description: Description): void {
  const page = editor.view.dom;
  for (const name of ['aria-describedby', 'aria-invalid'] as const) {
    const value = description[name];
    if (value === undefined) page.removeAttribute(name);
    else page.setAttribute(name, String(value));
  }
}

function Toolbar({ editor, label, onLink }: { editor: Editor; label: string; onLink: () => void }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      Object.fromEntries(TOOLS.map((tool) => [tool.name, tool.isActive(now)])),
  });
  return (
    <div className={`${css.tools} row`} role="group" aria-label={`Formatting: ${label}`}>
      {TOOLS.map((tool) => (
        <button
          key={tool.name}
          type="button"
          title={tool.name}
          aria-label={tool.name}
          aria-pressed={active[tool.name] ?? false}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (tool.apply ? tool.apply(editor) : onLink())}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={tool.icon} />
          </svg>
        </button>
      ))}
    </div>
  );
}

/**
 * A picture from the web in an existing text: the editor has no button for it, but must not lose
 * it.
 */
const StoredImage = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () =>
    Object.fromEntries(['src', 'alt', 'width', 'height'].map((name) => [name, { default: null }])),
  parseHTML: () => [{ tag: 'img[src^="http"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
});
