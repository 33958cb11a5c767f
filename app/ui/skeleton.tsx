import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './skeleton.module.css';

type Props = {
  /** What is loading: "Loading proposals". A sentence with its own dots is left unchanged. */
  label: string;
  rows?: number;
  /** Of fields below their labels, not of rows. */ isForm?: boolean;
  /** Of a table, whose rows are cards on a phone. */ isList?: boolean;
  /** In two columns where there is room. */ isDesk?: boolean;
  /** A shape of its own, of `Bars` in the places of what is loading. */
  children?: ReactNode;
};

/** A placeholder in the shape of what is loading; appears after 300 ms. */
export function Skeleton({ label, rows = 5, isForm, isList, isDesk, children }: Props) {
  return (
    <div className={classNames(css.skeleton, isList && css.list, isDesk && css.desk)} role="status">
      <span className="visually-hidden">{label.endsWith('.') ? label : `${label}…`}</span>
      {children ? (
        <div aria-hidden="true">{children}</div>
      ) : (
        <Bars kind={isForm ? 'field' : 'row'} count={rows} />
      )}
    </div>
  );
}

type BarsProps = {
  /**
   * A row or a field of three parts; a name and its value; lines of text; a heading; a button.
   */
  kind: 'row' | 'field' | 'fact' | 'text' | 'title' | 'button';
  count?: number;
};

/** What a placeholder consists of. */
export function Bars({ kind, count = 1 }: BarsProps) {
  return Array.from({ length: count }, (_, place) => (
    <span key={place} className={classNames(css.bars, css[kind])} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  ));
}
