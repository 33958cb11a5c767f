import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { KeyCap } from '#app/ui/key-cap.tsx';
import css from './judge-keys-dialog.module.css';
import { judgingLabels as labels, KEY_LABELS } from './labels.ts';

export default function JudgeKeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={labels.keysTitle}
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>{labels.close}</Button>}
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
