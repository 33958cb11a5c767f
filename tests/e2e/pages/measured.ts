/** Measurements of a screen, as expressions for the page: sizes in CSS pixels. */

/** Where the first row of a list begins, and rows higher than one line of their table. */
export const ROWS = `(() => {
  const rows = [...document.querySelectorAll('main tbody tr')].map((row) => row.getBoundingClientRect());
  return { first: Math.round(rows[0].top + scrollY), tall: rows.filter(({ height }) => height > 48).length };
})()`;

/** The lowest row: names and labels of other journeys may make others higher. */
export const LOWEST_ROW = `Math.min(...[...document.querySelectorAll('main tbody tr')].map((row) => row.offsetHeight))`;

/** Targets smaller than 44 px among everything that can be pressed in the portal's own screens. */
export const SMALL_TARGETS = `[...document.querySelectorAll(':is(main, header) :is(a, button, select, summary, label:has(input)), main label[for] + *')]
  .filter((element) => element.matches('a, button, select, summary, label') && element.checkVisibility())
  .filter((element) => getComputedStyle(element, '::after').position !== 'absolute')
  .map((element) => [element.textContent.trim().slice(0, 30), element.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 2 && height > 2 && height < 43.5)
  .map(([text, { width, height }]) => text + ': ' + Math.round(width) + ' x ' + Math.round(height))`;

/** To be run before the page: sums up layout shifts without a press. */
export const WATCH_SHIFTS = `
  window.shifted = 0;
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, startTime, value } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shifted += value;
      window.shifts.push({ at: startTime, value });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;
/** In the page: from now on its data arrives, as its fonts are there and it has been painted. */
export const BEFORE_DATA = `document.fonts.ready
  .then(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))
  .then(() => { window.dataFrom ??= performance.now(); })`;
/** What has moved since the data began to arrive; all of it, if there is none. */
export const SHIFTED_BY_DATA = `window.shifts.reduce((sum, { at, value }) => at >= (window.dataFrom ?? 0) ? sum + value : sum, 0)`;

/** By how much the page is wider than the window, and what stands out; empty if it fits. */
export const WIDER = `(() => {
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess <= 0) return '';
  const isOut = (one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5;
  const out = [...document.querySelectorAll('body *')].filter((one) => isOut(one) && ![...one.children].some(isOut));
  return excess + ' px: ' + out.map((one) => one.localName + ' ' + one.textContent.trim().slice(0, 60)).join(', ');
})()`;

/** Labels and controls whose text does not fit into them. */
export const CUT_LABELS = `[...document.querySelectorAll('main :is(label, button, summary)')]
  .filter((one) => one.checkVisibility() && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())`;

/** Forced colours draw transparent borders, which would mark every entry of the menu. */
export const MARKED_LINKS = `[...document.querySelectorAll('nav li > a')]
  .filter((link) => {
    const { borderInlineStartColor, borderInlineStartWidth } = getComputedStyle(link);
    const ground = document.body.appendChild(document.createElement('i'));
    ground.style.borderColor = 'Canvas';
    const isGround = borderInlineStartColor === getComputedStyle(ground).borderTopColor;
    ground.remove();
    return parseFloat(borderInlineStartWidth) > 0 && !isGround;
  })
  .map((link) => link.textContent)
  .filter((text, place, all) => all.indexOf(text) === place)`;

/**
 * Where form fields begin and end: a few fields are short or in pairs, so that the outermost count,
 * and each that is wider than half of the form. A difference of one pixel is a different edge.
 */
export const FORM_EDGES = `(() => {
  const boxes = (selector) => [...document.querySelectorAll('main form ' + selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 2);
  const controls = boxes(':is([data-field] > :is(input, select, textarea), [role=textbox])').concat(boxes('[data-field] [contenteditable=true]'));
  const left = Math.min(...controls.map((box) => box.left));
  const right = Math.max(...controls.map((box) => box.right));
  const rights = controls.filter((box) => box.width > (right - left) * 0.6).map((box) => box.right).concat(right);
  const summary = document.querySelector('main [role=alert]')?.getBoundingClientRect();
  const near = (edges) => [...new Set(edges.map(Math.round))].filter((edge, place, all) => all.every((other, at) => at >= place || Math.abs(other - edge) > 1));
  return {
    left: near([left, ...(summary ? [summary.left] : []), ...boxes('[data-field] > label').map((box) => box.left).filter((edge) => edge < left + 20)]),
    right: near([...rights, ...(summary ? [summary.right] : [])]),
  };
})()`;

/** Where values begin: facts beside their names, except those of a narrow column on the right. */
export const VALUE_EDGES = `[...new Set([...document.querySelectorAll('main dd')]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).textAlign !== 'end')
  .map((one) => Math.round(one.getBoundingClientRect().left)))]`;

/** Ends of the words of facts that are not on the right edge of their list. */
export const FACT_ENDS = `(() => {
  const list = document.querySelector('main section[aria-label=Progress] dl');
  const ends = [...list.querySelectorAll('dd')].map((value) => {
    const range = document.createRange();
    range.selectNodeContents(value);
    return Math.max(...[...range.getClientRects()].map(({ right }) => right));
  });
  return ends.filter((end) => Math.abs(end - list.getBoundingClientRect().right) > 1);
})()`;

export const WIDTH_OF_MAIN = `document.querySelector('main').getBoundingClientRect().width`;
/** Columns of the list that have no place on the paper. */
export const HIDDEN_COLUMNS = `[...document.querySelectorAll('main thead th')].filter((one) => one.textContent && getComputedStyle(one).display === 'none').map((one) => one.textContent)`;
/** Drawings and tables that are wider than what they stand in. */
export const CUT_DRAWINGS = `[...document.querySelectorAll('main :is(table, canvas, svg, progress)')].filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1).length`;
/** Bars that would be white on white. */
export const UNSEEN_BARS = `[...document.querySelectorAll('main td > span > [class*=bar]')].filter((one) => getComputedStyle(one).borderBlockStartWidth === '0px').length`;
