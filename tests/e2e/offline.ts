import { expect, type Page } from '@playwright/test';
import { API_BASE } from '#domain/api.ts';

/** What a page's clock passes at once: a worker is registered this long after the screen. */
const REGISTERED_AFTER_MS = 4000;

/** Waits until the worker, and with it the screens of the build, are there for this page. */
export async function waitForWorker(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.fastForward(REGISTERED_AFTER_MS);
      return page.evaluate('navigator.serviceWorker.controller !== null');
    }, 'the worker is there')
    .toBe(true);
}

/** An address with a query stands for all that begin so. */
const isKept = (address: string) =>
  `caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
    .then((lists) => lists.flat().map(({ url }) => url.slice(location.origin.length)))
    .then((kept) => kept.some((one) => one === ${JSON.stringify(address)} || (${address.includes('?')} && one.startsWith(${JSON.stringify(address)}))))`;
const isLoaded = (script: string) =>
  `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/assets/' + ${JSON.stringify(`${script}-`)}) && responseEnd > 0)`;

/** The script of a part that loads later has come. */
export async function expectLoaded(page: Page, script: string): Promise<void> {
  await expect.poll(() => page.evaluate(isLoaded(script)), `${script} is loaded`).toBe(true);
}

/**
 * Cuts the line, once the page has what it needs without one: what the worker keeps of the API, by
 * its path after `/api/v1`, and scripts of parts that load later, by their names.
 */
export async function goOffline(page: Page, ...needs: string[]): Promise<void> {
  for (const one of needs)
    if (one.startsWith('/'))
      await expect.poll(() => page.evaluate(isKept(API_BASE + one)), `${one} is kept`).toBe(true);
    else await expectLoaded(page, one);
  // eslint-disable-next-line no-restricted-syntax -- the one place
  await page.context().setOffline(true);
}

export const goOnline = (page: Page): Promise<void> =>
  // eslint-disable-next-line no-restricted-syntax -- the one place
  page.context().setOffline(false);
