import { expect } from '@playwright/test';
import { Screen } from './screen.ts';

/** What a visitor meets on the public website. */
export class PublicPages extends Screen {
  /**
   * The answer to a form stands in place, on top of the main part, and has the focus where script
   * runs.
   */
  async expectAnswer(sentence: string | RegExp): Promise<void> {
    await expect(
      this.page.locator('main > [data-answer]').getByText(sentence).first(),
    ).toBeVisible();
  }

  async expectToast(sentence: string): Promise<void> {
    await expect(this.page.locator('.toasts').getByText(sentence)).toBeVisible();
  }
}
