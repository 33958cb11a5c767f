import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import css from './admin-home.module.css';
import { figure } from './labels.ts';

export type PlottedBar = { tick: string; count: number };

type Props = {
  bars: readonly PlottedBar[];
  /** The index of the bar under the pointer; null if there is none. */
  onPoint: (place: number | null) => void;
  onPress: (place: number) => void;
};

/** CSS pixels. */
const [TICK_WIDTH, TICK_HEIGHT, FIGURE_WIDTH] = [56, 26, 44];
const STEPS = [0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

/** Bars with their axes, drawn by uPlot; fetched with the first chart. */
export default function BarPlot({ bars, onPoint, onPress }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const point = useEffectEvent(onPoint);
  const press = useEffectEvent(onPress);
  const shown = JSON.stringify(bars);
  useEffect(() => {
    const box = place.current!;
    const known = JSON.parse(shown) as PlottedBar[];
    const plot = new uPlot(
      optionsOf(box, known, (at) => point(at)),
      dataOf(known),
      box,
    );
    plot.over.addEventListener('click', () => {
      if (typeof plot.cursor.idx === 'number') press(plot.cursor.idx);
    });
    const sizes = new ResizeObserver(() => plot.setSize(sizeOf(box)));
    sizes.observe(box);
    const stopFollowing = followColours(() => plot.redraw());
    return () => {
      stopFollowing();
      sizes.disconnect();
      plot.destroy();
    };
  }, [shown]);
  return <div ref={place} className={css.canvas} />;
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height });
const dataOf = (bars: readonly PlottedBar[]): uPlot.AlignedData => [
  bars.map((_, place) => place),
  bars.map(({ count }) => count),
];

function optionsOf(
  box: HTMLElement,
  bars: readonly PlottedBar[],
  point: (place: number | null) => void,
): uPlot.Options {
  // A canvas has no style sheet: its colours are read from elements, including forced colours. The
  // inner element has those of bars and lines, the outer one that of texts.
  const style = getComputedStyle(box);
  const outer = getComputedStyle(box.parentElement!);
  const text = {
    stroke: () => outer.color,
    // The library only reads whole pixels.
    font: `${Math.round(parseFloat(style.fontSize))}px ${style.fontFamily}`,
    ticks: { show: false },
  };
  return {
    ...sizeOf(box),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-0.5, bars.length - 0.5] },
      y: { range: (_, __, most) => [0, Math.max(most * 1.05, 1)] },
    },
    axes: [
      {
        ...text,
        size: TICK_HEIGHT,
        grid: { show: false },
        splits: ({ width }) => splitsOf(bars.length, width - FIGURE_WIDTH),
        values: (_, places) => places.map((at) => bars[at]?.tick ?? ''),
      },
      {
        ...text,
        size: FIGURE_WIDTH,
        grid: { stroke: () => style.borderTopColor, width: 1 },
        incrs: STEPS,
        values: (_, counts) => counts.map(figure),
      },
    ],
    series: [
      {},
      {
        fill: () => style.color,
        width: 0,
        paths: uPlot.paths.bars!({ size: [0.8, 60] }),
        points: { show: false },
      },
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => point(idx ?? null)] },
  };
}

/** As many labels as fit, including the last one. */
function splitsOf(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((count * TICK_WIDTH) / Math.max(width, TICK_WIDTH)));
  const places = Array.from({ length: count }, (_, place) => place);
  return places.filter((place) => (count - 1 - place) % step === 0);
}

/** Dark or light mode, or colours forced by the system. */
function followColours(redraw: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((media) =>
    matchMedia(media),
  );
  for (const query of queries) query.addEventListener('change', redraw);
  return () => queries.forEach((query) => query.removeEventListener('change', redraw));
}
