import { useId } from 'react';
import { drawWeave, type Weave } from './weave.ts';

type Props = {
  weave: Weave;
  /** Which way the cloth runs. */
  direction?: 'across' | 'down';
  /** Pixels of one thread. */
  thread?: number;
  /** Pixels across the cloth; by default its whole width. */
  breadth?: number;
  className?: string;
};

/** The brand's one ornament: a woven band as long as its place. One to a view. */
export function Strip({ weave, direction = 'across', thread = 4, breadth, className }: Props) {
  const id = `strip${useId().replace(/\W/g, '')}`;
  const { width, height, paths } = drawWeave(weave);
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
        <path fill={weave.ground} d={`M0 0h${width}v${height}H0`} />
        {paths.map(({ colour, d }) => (
          <path key={colour} fill={colour} d={d} />
        ))}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
