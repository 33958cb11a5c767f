import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { KeyCap } from './key-cap.tsx';
import css from './keys-dialog.module.css';

type Props = { keys: readonly (readonly [key: string, meaning: string])[]; onClose: () => void };

/** What each key does on a screen. */
export default function KeysDialog({ keys, onClose }: Props) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={css.keys}>
        {keys.map(([key, meaning]) => (
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
