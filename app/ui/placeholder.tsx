import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './placeholder.module.css';

/**
 * A placeholder in the shape of one screen, of `Bars` in the places of what is loading; a usual
 * list or form has a Skeleton.
 */
export const Placeholder = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status">
    <span className="visually-hidden">{`${label}…`}</span>
    {children}
  </div>
);

type Props = {
  /** A name and its value; a field below its label; a line of text; a heading; a button. */
  kind: 'fact' | 'field' | 'text' | 'title' | 'button';
  count?: number;
};

/** They appear after 300 ms; their room is there at once. */
export function Bars({ kind, count = 1 }: Props) {
  return Array.from({ length: count }, (_, place) => (
    <span key={place} className={classNames(css.bars, css[kind])} aria-hidden="true">
      <i />
      <i />
    </span>
  ));
}
