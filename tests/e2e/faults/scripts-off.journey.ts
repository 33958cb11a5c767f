/** In a browser whose settings forbid scripts, screens that need them say so. */
import { BROWSER_FLAGS, findBrowser } from '../../../scripts/browser.ts';
import { expect, test } from '../fixtures.ts';

test.use({
  javaScriptEnabled: false,
  launchOptions: {
    executablePath: findBrowser() ?? undefined,
    args: [...BROWSER_FLAGS, '--blink-settings=scriptEnabled=false'],
  },
});

test('the login and the portal name what they need, and public pages need nothing', async ({
  page,
}) => {
  // Text inside <noscript> is not found by text.
  const sentence = page.locator('noscript p');
  for (const path of ['/login', '/register', '/dashboard/applicant/submit']) {
    await page.goto(path);
    await expect(sentence).toHaveText(/^You need JavaScript to log in and apply\./);
    await expect
      .poll(() => sentence.boundingBox())
      .toMatchObject({ y: 0, width: expect.any(Number) });
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(sentence).toHaveCount(0);
});
