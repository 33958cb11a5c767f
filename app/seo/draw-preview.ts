import { site } from '#content/site.ts';
import { drawPattern, type Pattern } from '#app/brand/pattern.ts';

export type PreviewText = { title: string; kicker?: string; pattern: Pattern };
/** 1200 x 630. The server draws the texts, because it has the typeface as a file. */
type Preview = { svg: string; title: string; kicker: string };

const SIZE = { width: 1200, height: 630 };
const BAND = 176;

/** A plain background with one band of the page's pattern down the right side. */
export function drawPreview({ title, kicker, pattern }: PreviewText): Preview {
  const { width, height, paths } = drawPattern(pattern);
  const thread = BAND / width;
  const cloth = paths.map(({ colour, d }) => `<path fill="${colour}" d="${d}"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" shape-rendering="crispEdges"><defs><pattern id="c" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="translate(${SIZE.width - BAND} 0) scale(${thread})"><path fill="${pattern.ground}" d="M0 0h${width}v${height}H0"/>${cloth}</pattern></defs><path fill="#fbf7ef" d="M0 0h${SIZE.width}v${SIZE.height}H0"/><path fill="url(#c)" d="M${SIZE.width - BAND} 0h${BAND}v${SIZE.height}h-${BAND}z"/><path fill="#0e4d3a" d="M80 540h64v8H80z"/></svg>`;
  return { svg, title, kicker: kicker ? `${site.name} · ${kicker}` : site.name };
}
