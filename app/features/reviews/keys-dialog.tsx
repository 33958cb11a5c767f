import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { KeyCap } from '#app/ui/key-cap.tsx';
import css from './keys-dialog.module.css';
import { KEY_LABELS } from './key-labels.ts';
import { roomLabels } from './labels.ts';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={roomLabels.keysTitle}
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>{roomLabels.close}</Button>}
    >
      <dl className={css.keys}>
        {KEY_LABELS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <KeyCap>{key}</KeyCap>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
