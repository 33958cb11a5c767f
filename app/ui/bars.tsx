import { classNames } from './class-names.ts';
import css from './bars.module.css';

type Props = {
  /** A name and its value; a line of text; a heading; a button. */
  kind: 'fact' | 'text' | 'title' | 'button';
  count?: number;
};

/** Parts of a placeholder, where it has the shape of one screen. */
export function Bars({ kind, count = 1 }: Props) {
  return Array.from({ length: count }, (_, place) => (
    <span key={place} className={classNames(css.bars, css[kind])} aria-hidden="true">
      <i />
      <i />
    </span>
  ));
}
