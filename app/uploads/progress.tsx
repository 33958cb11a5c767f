import { formatBytes } from '#app/ui/format-bytes.ts';
import css from './progress.module.css';

type Props = { label: string; loaded: number; total: number };

/** The progress of an upload: bytes sent and total. */
export function Progress({ label, loaded, total }: Props) {
  const percent = total > 0 ? Math.floor((loaded / total) * 100) : 0;
  return (
    <div className={css.progress}>
      <p>
        <span>{label}</span>
        <b>{`${formatBytes(loaded)} of ${formatBytes(total)} · ${percent} %`}</b>
      </p>
      <progress aria-label={label} value={loaded} max={total || 1} aria-valuetext={`${percent} %`}>
        {`${percent} %`}
      </progress>
    </div>
  );
}
