import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './menu.module.css';

type Props = {
  label: string;
  /** Opens towards the start, for a menu at the end of a row. */
  isAtEnd?: boolean;
  children: ReactNode;
};

/** Less frequent choices behind a button. Escape and a click elsewhere close it. */
export function Menu({ label, isAtEnd, children }: Props) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (ref.current && !ref.current.contains(target as Node)) ref.current.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  return (
    <details
      ref={ref}
      className={classNames(css.menu, 'no-print', isAtEnd && css.atEnd)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !ref.current?.open) return;
        ref.current.open = false;
        ref.current.querySelector('summary')?.focus();
      }}
    >
      <summary>{label}</summary>
      <div className={css.panel}>{children}</div>
    </details>
  );
}
