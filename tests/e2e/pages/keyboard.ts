import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any screen has. */
const MOST_STOPS = 80;

/**
 * What has the focus, if nothing of it can be seen: at no point of its box is it or something in it
 * the topmost element.
 */
const FIND_HIDDEN = `(() => {
  const focused = document.activeElement;
  const isSeen = [...focused.getClientRects()].some(({ left, top, width, height }) =>
    [1, 3, 5, 7, 9, 11, 13, 15].some((part) =>
      focused.contains(document.elementFromPoint(left + width / 2, top + (height * part) / 16)),
    ),
  );
  return isSeen ? null : focused.outerHTML.slice(0, 200);
})()`;

/** A person without a mouse: uses only the keyboard. */
export class Keyboard {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /**
   * Presses Tab until the target has the focus; fails if the focus wraps around without reaching
   * it, or if a bar covers it there.
   */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await this.page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
        await expect
          .poll(() => this.page.evaluate(FIND_HIDDEN), 'nothing covers the focus')
          .toBeNull();
        return;
      }
    }
    throw new Error(`${target} cannot be reached with Tab`);
  }

  async fill(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.type(text);
  }

  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press(key);
  }
}
