import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any screen has. */
const MOST_STOPS = 80;

/** A person without a mouse: uses only the keyboard. */
export class Keyboard {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /**
   * Presses Tab until the target has the focus; fails if the focus wraps around without reaching
   * it.
   */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await this.page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement))
        return;
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
