import { classNames } from './class-names.ts';
import css from './key-cap.module.css';

type Props = {
  /** Beside a button: not read out, and hidden on devices that rarely have a keyboard. */
  isHint?: boolean;
  /** Of a key that works while somebody writes; all others work only while nobody does. */
  isWhileWriting?: boolean;
  children: string;
};

export const KeyCap = ({ isHint, isWhileWriting, children }: Props) => (
  <kbd
    className={classNames(css.key, isHint && css.hint, isWhileWriting && css.writing)}
    aria-hidden={isHint}
  >
    {children}
  </kbd>
);
