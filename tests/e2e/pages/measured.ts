/** Measurements of a screen, as expressions for the page: sizes in CSS pixels. */

/** Where the first row of a list begins, and rows higher than one line of their table. */
export const ROWS = `(() => {
  const rows = [...document.querySelectorAll('main tbody tr')].map((row) => row.getBoundingClientRect());
  return { first: Math.round(rows[0].top + scrollY), tall: rows.filter(({ height }) => height > 48).length };
})()`;

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
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;
