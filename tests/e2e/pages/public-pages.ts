import { expect } from '@playwright/test';
import { Screen } from './screen.ts';

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
}
