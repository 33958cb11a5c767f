import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import css from './keys-dialog.module.css';
import { KEY_LABELS, roomLabels } from './labels.ts';

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={roomLabels.keysTitle}
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={onClose}>{roomLabels.close}</Button>}
    >
      <dl className={css.keys}>
        {KEY_LABELS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
