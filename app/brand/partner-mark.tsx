import type { Partner } from '#content/partners.ts';

/** Four drawn logos, each based on one simple shape. */
const MARKS: Record<
  Partner['mark'],
  { ground: string; shapes: readonly (readonly [fill: string, d: string])[] }
> = {
  wave: {
    ground: '#22335c',
    shapes: [
      ['#fbf7ef', 'M0 58q11-14 22 0t22 0 22 0 22 0v9q-11 14-22 0t-22 0-22 0-22 0z'],
      ['#e7a917', 'M0 36q11-14 22 0t22 0 22 0 22 0v9q-11 14-22 0t-22 0-22 0-22 0z'],
    ],
  },
  sun: {
    ground: '#a63d2f',
    shapes: [
      ['#e7a917', 'M22 62a22 22 0 0 1 44 0z'],
      ['#fbf7ef', 'M41 12h6v18h-6zM10 30l5-4 12 13-5 4zM78 30l-5-4-12 13 5 4zM8 68h72v6H8z'],
    ],
  },
  arch: {
    ground: '#14201b',
    shapes: [
      ['#e7a917', 'M14 74V44a30 30 0 0 1 60 0v30H62V44a18 18 0 0 0-36 0v30z'],
      ['#fbf7ef', 'M34 74V46a10 10 0 0 1 20 0v28z'],
    ],
  },
  seed: {
    ground: '#0e4d3a',
    shapes: [
      ['#8bc48a', 'M44 76c-26-8-30-34-26-52 18 2 28 16 26 52z'],
      ['#e7a917', 'M44 76c26-8 30-34 26-52-18 2-28 16-26 52z'],
      ['#fbf7ef', 'M42 40h4v40h-4z'],
    ],
  },
};

export function PartnerMark({
  mark,
  name,
  className,
}: {
  mark: Partner['mark'];
  name: string;
  className?: string;
}) {
  const { ground, shapes } = MARKS[mark];
  return (
    <svg viewBox="0 0 88 88" className={className} role="img" aria-label={`Logo of ${name}`}>
      <path fill={ground} d="M0 0h88v88H0z" />
      {shapes.map(([fill, d]) => (
        <path key={d} fill={fill} d={d} />
      ))}
    </svg>
  );
}
