import css from './skeleton.module.css';

type Props = {
  /** What is loading: "Loading proposals". A sentence with its own dots is left unchanged. */
  label: string;
  rows?: number;
  /** Of fields below their labels, not of rows. */ isForm?: boolean;
};

/** A placeholder for a list or a form that is loading; appears after 300 ms. */
export function Skeleton({ label, rows = 5, isForm }: Props) {
  return (
    <div className={css.skeleton} role="status">
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
