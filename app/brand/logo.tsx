import { SCREEN } from '#domain/constants.ts';
import { drawPattern } from './pattern.ts';
import { housePattern } from './house-pattern.ts';

/** The mark: a label with the firm's pattern, 80 px wide. */
export function Logo() {
  const { width, height, paths } = drawPattern(housePattern);
  const scale = SCREEN.logoWidth / height;
  return (
    <svg
      width={SCREEN.logoWidth}
      height={Math.round(width * scale)}
      viewBox={`0 0 ${height} ${width}`}
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <g transform="matrix(0 1 1 0 0 0)">
        <path fill={housePattern.ground} d={`M0 0h${width}v${height}H0`} />
        {paths.map(({ colour, d }) => (
          <path key={colour} fill={colour} d={d} />
        ))}
      </g>
    </svg>
  );
}
