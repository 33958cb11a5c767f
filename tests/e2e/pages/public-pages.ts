import { expect } from '@playwright/test';
import { Screen } from './screen.ts';

/** Links within sentences are as high as their line: WCAG 2.5.8. A box and its label are one. */
const SMALL_TARGETS = `(() => {
  const isInSentence = (one) => one.matches('a') && [...(one.closest('p, li, label, dd, blockquote')?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.data.trim().length > 3);
  const boxes = [...document.querySelectorAll('a[href], button, summary, input, select, textarea')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true]') && !isInSentence(one))
    .map((one) => {
      const isCard = getComputedStyle(one, '::after').position === 'absolute';
      const place = /^(checkbox|radio)$/.test(one.type) ? one.labels[0] : isCard ? one.closest('li') : one;
      const { height, width, bottom } = place.getBoundingClientRect();
      return { height: Math.round(height * 10) / 10, width, bottom, name: (one.textContent || one.name || one.href).trim() };
    });
  return boxes.filter(({ height, width, bottom }) => width > 1 && bottom > 0 && height < 44).map(({ name, height }) => name + ': ' + height);
})()`;

/** Where texts and links begin and end. */
const TEXT_EDGES = `(() => { const boxes = [...document.querySelectorAll('main :is(h1, h2, h3, p, a, dd, dt)')].filter((one) => one.checkVisibility() && !one.closest('dialog')).map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 1); return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))]; })()`;

/** The public website as a visitor sees it. */
export class PublicPages extends Screen {
  /**
   * The answer to a form is shown in place, at the top of the main part, and has the focus if
   * scripts run.
   */
  async expectAnswer(sentence: string | RegExp): Promise<void> {
    await expect(
      this.page.locator('main > [data-answer]').getByText(sentence).first(),
    ).toBeVisible();
  }

  async expectToast(sentence: string): Promise<void> {
    await expect(this.page.locator('.toasts').getByText(sentence)).toBeVisible();
  }

  /** On a phone every target is 44 px high. */
  async expectLargeTargets(): Promise<void> {
    await expect.poll(() => this.page.evaluate(SMALL_TARGETS), this.page.url()).toEqual([]);
  }

  /** On a screen of 1920 px, texts share one grid of about 1,320 px. */
  async expectOneGrid(): Promise<void> {
    await expect
      .poll(async () => {
        const [left, right] = await this.page.evaluate<[number, number]>(TEXT_EDGES);
        return left > 280 && right < 1640 ? 'one grid' : `from ${left} to ${right}`;
      }, this.page.url())
      .toBe('one grid');
  }
}
