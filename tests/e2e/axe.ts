import type { Page } from '@playwright/test';
import axe from 'axe-core/axe.min.js';

const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  iframes: false,
  // Otherwise it would fetch and read every style sheet again, for rules that are not asked for.
  preload: { assets: ['media'] },
};
/** More than half of the cost of a run, and colours do not depend on the width. */
const WITHOUT_COLOURS = { ...OPTIONS, rules: { 'color-contrast': { enabled: false } } };
/** What a sticky bar half covers depends on where one has scrolled, and can be scrolled free. */
const UNSTICK = `const bars = [...document.querySelectorAll('body *')].filter((one) => getComputedStyle(one).position === 'sticky');
  const styles = bars.map(({ style }) => style.cssText);
  for (const { style } of bars) { style.setProperty('position', 'relative', 'important'); style.setProperty('inset', 'auto', 'important'); }
  const stick = () => bars.forEach(({ style }, index) => { style.cssText = styles[index]; });`;
const ask = (options: object) =>
  `(() => { ${UNSTICK}; return axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, help, nodes }) => id + ': ' + help + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', '))).finally(stick); })()`;

export type AxeOptions = {
  /** Whether the same colours are checked at another width. */
  hasKnownColours?: boolean;
};

/**
 * The rules that the page currently violates, and where. The checker is loaded once per page and
 * only asked for violations: it is half the cost of a journey.
 */
export async function findViolations(
  page: Page,
  { hasKnownColours = false }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(ask(hasKnownColours ? WITHOUT_COLOURS : OPTIONS));
}
