import { useId } from 'react';
import { drawPattern, type Pattern } from './pattern.ts';

type Props = {
  pattern: Pattern;
  /** The direction of the pattern. */
  direction?: 'across' | 'down';
  /** Pixels of one thread. */
  thread?: number;
  /** Pixels across the pattern; its full width by default. */
  breadth?: number;
  className?: string;
};

/** The brand's one ornament: a woven band that fills its container. At most one on a screen. */
export function PatternBand({
  pattern,
  direction = 'across',
  thread = 4,
  breadth,
  className,
}: Props) {
  const id = `band${useId().replace(/\W/g, '')}`;
  const { width, height, paths } = drawPattern(pattern);
  const across = direction === 'across';
  const size = breadth ?? width * thread;
  return (
    <svg
      className={className}
      width={across ? '100%' : size}
      height={across ? size : '100%'}
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <pattern
        id={id}
        width={width}
        height={height}
        patternUnits="userSpaceOnUse"
        patternTransform={across ? `matrix(0 ${thread} ${thread} 0 0 0)` : `scale(${thread})`}
      >
        <path fill={pattern.ground} d={`M0 0h${width}v${height}H0`} />
        {paths.map(({ colour, d }) => (
          <path key={colour} fill={colour} d={d} />
        ))}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
