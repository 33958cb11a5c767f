import type { Editor } from '@tiptap/react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';

type Props = { editor: Editor; isOpen: boolean; onClose: () => void };

/** Sets, changes or removes the link at the selection. An address without a scheme gets https. */
export function LinkDialog({ editor, isOpen, onClose }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<string>();
  const current = isOpen ? (editor.getAttributes('link').href as string | undefined) : undefined;
  const close = () => {
    setError(undefined);
    onClose();
    editor.commands.focus();
  };
  const set = () => {
    const address = readAddress(place.current?.querySelector('input')?.value ?? '');
    if (!address) return setError('Enter a web address such as https://example.com.');
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !current)
      chain
        .insertContent({
          type: 'text',
          text: address,
          marks: [{ type: 'link', attrs: { href: address } }],
        })
        .run();
    else chain.setLink({ href: address }).run();
    close();
  };
  const setOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    set();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  };
  return (
    <Dialog
      title="Link"
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          {current && (
            <Button variant="secondary" onClick={remove}>
              Remove link
            </Button>
          )}
          <Button onClick={set}>Set link</Button>
        </>
      }
    >
      <div ref={place} onKeyDown={setOnEnter}>
        <TextField
          label="Web address"
          name="link_address"
          inputMode="url"
          autoComplete="url"
          defaultValue={current}
          error={error}
          autoFocus
        />
      </div>
    </Dialog>
  );
}

function readAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) && /^(https?|mailto):/i.test(address) ? address : undefined;
}
