import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import css from './qr-picture.module.css';

/** The white margin that scanners need, in modules. */
const QUIET = 4;

export function QrPicture({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET;
  return (
    <svg
      className={css.qr}
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} />
    </svg>
  );
}
