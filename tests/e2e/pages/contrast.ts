/** What axe does not measure (WCAG 1.4.11), as expressions for the page: lists of contrasts. */

/**
 * Functions for the page: `contrast(one, other)` of two computed colours; `groundOf(element)` is
 * the nearest background that is not transparent.
 */
const COLOURS = `
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parts = (colour) => {
    canvas.fillStyle = '#fff';
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const light = (colour) => parts(colour)
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const groundOf = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    if (!/rgba\\(.*, 0\\)/.test(colour) || !element.parentElement) return colour;
    return groundOf(element.parentElement);
  };
  const edgeOf = (element) => getComputedStyle(element).boxShadow.match(/rgb[^)]*\\)/)[0];`;
const inPage = (rest: string): string => `(() => { ${COLOURS} ${rest} })()`;

/** Of each placeholder against its field. */
export const PLACEHOLDERS = inPage(
  `return [...document.querySelectorAll('[placeholder]')].map((one) => contrast(getComputedStyle(one, '::placeholder').color, groundOf(one)));`,
);
/** Of each tile's and swatch's edge against the paper. */
export const EDGES = inPage(
  `return [...document.querySelectorAll('main :is(li, span)[data-zone]')].map((one) => contrast(edgeOf(one), groundOf(one.parentElement)));`,
);
/**
 * Of the bar that says how many, which has the colour of the text, against the ground of its tile:
 * the colour of the zone under its veil.
 */
export const BARS = inPage(
  `return [...document.querySelectorAll('main [data-strength]')].filter((one) => one.dataset.strength !== '0').map((one) => {
    const { backgroundColor, backgroundImage, color } = getComputedStyle(one);
    const [, veil] = backgroundImage.match(/linear-gradient\\(.*?\\)\\)/g) ?? [];
    canvas.fillStyle = backgroundColor;
    const zone = parts(backgroundColor);
    const cover = /rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?\\)/.exec(veil);
    const share = cover[4] === undefined ? 1 : Number(cover[4]);
    const ground = zone.map((part, place) => Math.round(part * (1 - share) + Number(cover[place + 1]) * share));
    return contrast(color, 'rgb(' + ground.join(',') + ')');
  });`,
);
