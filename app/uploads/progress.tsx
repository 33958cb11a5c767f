import { formatBytes } from '#app/ui/format-bytes.ts';
import { classNames } from '#app/ui/class-names.ts';
import css from './progress.module.css';

type Props = {
  label: string;
  loaded: number;
  total: number;
  /** Beside what it is about, which says its name. */
  isInRow?: boolean;
};

/** The progress of an upload: bytes sent and total. */
export function Progress({ label, loaded, total, isInRow }: Props) {
  const percent = total > 0 ? Math.floor((loaded / total) * 100) : 0;
  return (
    <div className={classNames(css.progress, isInRow && css.inRow)}>
      <p>
        {!isInRow && <span>{label}</span>}
        <b>{`${formatBytes(loaded)} of ${formatBytes(total)} · ${percent}%`}</b>
      </p>
      <progress aria-label={label} value={loaded} max={total || 1} aria-valuetext={`${percent}%`}>
        {`${percent}%`}
      </progress>
    </div>
  );
}
