import { useId } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { drawPattern, type Pattern } from './pattern.ts';
import css from './pattern-band.module.css';

/** About how long a band is, in pixels: on a phone, a tablet, a laptop and a wide screen. */
type Spans = readonly [phone: number, tablet: number, laptop: number, wide: number];

type Props = {
  pattern: Pattern;
  /** The direction of the pattern. */
  direction?: 'across' | 'down';
  /** About how many pixels a thread is long; exactly how many it is broad. */
  thread?: number;
  /** By default, as wide as the screen. */
  spans?: Spans | number;
  className?: string;
};

const SCREEN: Spans = [420, 768, 1200, 1800];
const CLASSES = [css.phone, css.tablet, css.laptop, css.wide];

/**
 * The brand's one ornament: a woven band that fills its container with whole motifs, which stretch
 * a little for it. At most one on a screen.
 */
export function PatternBand({
  pattern,
  direction = 'across',
  thread = 4,
  spans = SCREEN,
  className,
}: Props) {
  const id = `band${useId().replace(/\W/g, '')}`;
  const { width, height, paths } = drawPattern(pattern);
  const across = direction === 'across';
  const counts = (typeof spans === 'number' ? [spans, spans, spans, spans] : spans).map((span) =>
    Math.max(1, Math.round(span / (height * thread))),
  );
  const choices = [...new Set(counts)];
  return (
    <svg
      className={className}
      width={across ? '100%' : width * thread}
      height={across ? width * thread : '100%'}
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <defs>
        <g id={id}>
          <path fill={pattern.ground} d={`M0 0h${width}v${height}H0`} />
          {paths.map(({ colour, d }) => (
            <path key={colour} fill={colour} d={d} />
          ))}
        </g>
      </defs>
      {choices.map((count) => (
        <Motifs
          key={count}
          {...{ id, count, across }}
          size={[width, height]}
          className={
            choices.length === 1
              ? undefined
              : classNames(css.part, ...counts.map((one, place) => one === count && CLASSES[place]))
          }
        />
      ))}
    </svg>
  );
}

type MotifsProps = {
  /** Of the motif that is repeated. */
  id: string;
  count: number;
  across: boolean;
  size: readonly [width: number, height: number];
  className: string | undefined;
};

/** So many motifs, one after the other, over the whole band. */
function Motifs({ id, count, across, size: [width, height], className }: MotifsProps) {
  const part = 1 / count;
  return (
    <>
      <pattern
        id={`${id}-${count}`}
        width={across ? part : 1}
        height={across ? 1 : part}
        viewBox={across ? `0 0 ${height} ${width}` : `0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        <use href={`#${id}`} transform={across ? 'matrix(0 1 1 0 0 0)' : undefined} />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id}-${count})`} className={className} />
    </>
  );
}
