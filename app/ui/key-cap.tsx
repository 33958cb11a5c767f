import { classNames } from './class-names.ts';
import css from './key-cap.module.css';

type Props = {
  /** Beside a button: not read out, and hidden on devices that rarely have a keyboard. */
  isHint?: boolean;
  children: string;
};

export const KeyCap = ({ isHint, children }: Props) => (
  <kbd className={classNames(css.key, isHint && css.hint)} aria-hidden={isHint}>
    {children}
  </kbd>
);
