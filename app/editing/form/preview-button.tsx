import { useState, type ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast.tsx';
import { editingLabels } from '#app/editing/labels.ts';

type Props = {
  /** Draws the current fields, and loads what it needs for that. */
  draw: (data: FormData) => Promise<ReactNode>;
};

/** Previews the form's content as readers will see it, before anything is saved. */
export function PreviewButton({ draw }: Props) {
  const [shown, setShown] = useState<ReactNode>(null);
  const [isBusy, setBusy] = useState(false);
  const open = async (form: HTMLFormElement) => {
    setBusy(true);
    try {
      setShown(await draw(new FormData(form)));
    } catch {
      toast.error(editingLabels.previewFailed);
    }
    setBusy(false);
  };
  const close = () => setShown(null);
  return (
    <>
      <Button
        variant="secondary"
        isBusy={isBusy}
        onClick={({ currentTarget: { form } }) => form && void open(form)}
      >
        {editingLabels.preview}
      </Button>
      <Dialog
        title={editingLabels.preview}
        isPage
        isOpen={shown !== null}
        onClose={close}
        actions={
          <Button variant="secondary" isSmall onClick={close}>
            {editingLabels.close}
          </Button>
        }
      >
        {shown}
      </Dialog>
    </>
  );
}
