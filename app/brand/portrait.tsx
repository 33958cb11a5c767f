import { useId } from 'react';
import { drawPattern, type Pattern } from './pattern.ts';

type Hair = 'short' | 'round' | 'wrap' | 'bald' | 'braids';
export type PortraitStyle = { pattern: Pattern; skin: string; ground: string; hair: Hair };

const HAIR = '#1d1512';
const THREAD = 2.6;

/** A person without a photograph: a drawn bust, distinguished by its pattern. */
export function Portrait({
  style: { pattern, skin, ground, hair },
  className,
}: {
  style: PortraitStyle;
  className?: string;
}) {
  const id = `cloth${useId().replace(/\W/g, '')}`;
  const { width, height, paths } = drawPattern(pattern);
  return (
    <svg viewBox="0 0 160 160" className={className} aria-hidden="true">
      <pattern
        id={id}
        width={width}
        height={height}
        patternUnits="userSpaceOnUse"
        patternTransform={`translate(80 100) scale(${THREAD}) translate(${-width / 2} 0)`}
      >
        <path fill={pattern.ground} d={`M0 0h${width}v${height}H0`} />
        {paths.map(({ colour, d }) => (
          <path key={colour} fill={colour} d={d} />
        ))}
      </pattern>
      <path fill={ground} d="M0 0h160v160H0z" />
      {hair === 'round' && <circle cx="80" cy="58" r="41" fill={HAIR} />}
      {hair === 'braids' && (
        <path fill={HAIR} d="M48 62c0-46 64-46 64 0v52h-12l-6-44H66l-6 44H48z" />
      )}
      <path fill={skin} d="M68 84h24v30H68z" />
      <path fill="#0003" d="M68 96q12 9 24 0v5q-12 9-24 0z" />
      <path fill={skin} d="M54 62c0-34 52-34 52 0 0 26-14 38-26 38S54 88 54 62z" />
      {hair === 'short' && (
        <path fill={HAIR} d="M52 64c-3-46 59-46 56 0-4-14-10-18-28-18s-24 4-28 18z" />
      )}
      {(hair === 'round' || hair === 'braids') && (
        <path fill={HAIR} d="M54 60c2-26 50-26 52 0-8-12-16-15-26-15s-18 3-26 15z" />
      )}
      {hair === 'wrap' && (
        <path fill={`url(#${id})`} d="M46 56C40 22 66 8 84 12c24-6 40 18 30 44-18-14-50-14-68 0z" />
      )}
      <path fill={`url(#${id})`} d="M12 160c2-34 24-46 54-52 6 12 22 12 28 0 30 6 52 18 54 52z" />
    </svg>
  );
}
