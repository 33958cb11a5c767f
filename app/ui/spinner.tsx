import { classNames } from './class-names.ts';
import ring from './ring.module.css';
import css from './spinner.module.css';

/** Appears after 300 ms, so that fast answers do not flicker. */
export function Spinner({ label, isLarge }: { label: string; isLarge?: boolean }) {
  return (
    <div className={classNames(css.spinner, isLarge && css.large)} role="status">
      <span className={ring.ring} aria-hidden="true" />
      <span>{`${label}…`}</span>
    </div>
  );
}
