import { classNames } from './class-names.ts';
import css from './skeleton.module.css';

type Props = {
  /** What is loading: "Loading proposals". A sentence with its own dots is left unchanged. */
  label: string;
  rows?: number;
  /** Of fields below their labels, not of rows. */ isForm?: boolean;
  /** Of a table, whose rows are cards on a phone. */ isList?: boolean;
  /** In two columns where there is room. */ isDesk?: boolean;
};

/** A placeholder in the shape of what is loading; appears after 300 ms. */
export function Skeleton({ label, rows = 5, isForm, isList, isDesk }: Props) {
  return (
    <div className={classNames(css.skeleton, isList && css.list, isDesk && css.desk)} role="status">
      <span className="visually-hidden">{label.endsWith('.') ? label : `${label}…`}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={isForm ? css.field : css.row} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      ))}
    </div>
  );
}
