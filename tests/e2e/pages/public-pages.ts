import { expect, type APIRequestContext } from '@playwright/test';
import { Screen } from './screen.ts';

/** What a visitor meets on the public website. */
export class PublicPages extends Screen {
  /** The answer to a form stands in place, on top of the main part, and has the focus where script runs. */
  async expectAnswer(sentence: string | RegExp): Promise<void> {
    await expect(this.page.locator('main > [data-answer]').getByText(sentence).first()).toBeVisible();
  }

  async expectToast(sentence: string): Promise<void> {
    await expect(this.page.locator('.toasts').getByText(sentence)).toBeVisible();
  }

  /** The sample posts come a few seconds after the start. */
  async waitForPosts(request: APIRequestContext): Promise<void> {
    await expect.poll(async () => (await (await request.get('/api/v1/cms/')).json()).length, { timeout: 60_000 }).toBeGreaterThan(6);
  }
}
