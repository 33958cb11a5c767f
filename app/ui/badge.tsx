import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './badge.module.css';

type BadgeTone = 'plain' | 'good' | 'wait' | 'bad';

/** A state in a word or two; the tone only repeats what the text says. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={classNames(css.badge, css[tone])} data-badge="">
      {children}
    </span>
  );
}
