/** The notice on top of every page: an admin writes it, everybody reads it. */
import { inDays, newName } from './backstage.ts';
import { expect, openAs, placeOf, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

const SCREEN = '/dashboard/admin/notice';

test(
  'an admin puts a notice on every page, sees how it looks, and takes it off',
  { tag: '@phone' },
  async ({ page, backstage, browser, baseURL, inspect }) => {
    const admin = await backstage.admin();
    const words = newName('Uploads rest on Saturday night');
    const shown = page.getByRole('region', { name: 'Site notice' });
    const screen = new Screen(page);

    await test.step('what is missing is said beside the fields', async () => {
      await openAs(page, admin, SCREEN);
      await screen.expectMessage('No notice is shown at the moment.');
      await screen.press('Show on every page');
      await expect(screen.refusal).toContainText('Enter the notice.');
      await screen.fill({ Notice: words, 'Show it until': '2026-01-01T10:00' });
      await screen.press('Show on every page');
      await expect(screen.refusal).toContainText('A notice must end in the future.');
      await expect(page.locator('figure')).toHaveText(`How it will look${words}`);
    });

    await test.step('it stands on this screen at once, and in the portal of others', async () => {
      await screen.fill({ 'Show it until': inDays(2).slice(0, 16) });
      await screen.press('Show on every page');
      await screen.expectMessage('A notice is shown on every page');
      await expect(shown.first()).toHaveText(words);
      await inspect('admin-notice');
      await openAs(page, await backstage.createApplicant(), '/dashboard');
      await expect(shown).toHaveText(words);
    });

    await test.step('public pages show it without script, and so does the login', async () => {
      const plain = await browser.newContext({ baseURL, javaScriptEnabled: false });
      const visitor = await plain.newPage();
      for (const path of ['/', '/contact-us', '/post/all', '/nothing-here', '/login']) {
        await visitor.goto(path);
        await expect(visitor.getByRole('region', { name: 'Site notice' })).toHaveText(words);
      }
      await plain.close();
      await page.goto('/');
      await inspect('home-with-notice');
    });

    await test.step('the longest one covers nothing of the reading room on a laptop', async () => {
      const { id } = await backstage.createProposal();
      const json = { text: `${words} `.padEnd(300, 'and Sunday '), until: inDays(2) };
      await backstage.call('PUT', '/notice', { token: admin.token, json });
      const laptop = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
      const room = await laptop.newPage();
      await openAs(room, admin, `/dashboard/admin/view-proposal/${id}`);
      const received = await placeOf(room.locator('#facts'));
      const tabs = await placeOf(room.getByRole('button', { name: 'Messages' }));
      expect(tabs!.y).toBeGreaterThanOrEqual(received!.y + received!.height);
      await laptop.close();
    });

    await test.step('deleted, it is gone everywhere', async () => {
      await openAs(page, admin, SCREEN);
      await screen.press(`Delete: ${words}`);
      await screen.dialog.getByRole('button', { name: 'Delete' }).click();
      await screen.expectMessage('No notice is shown at the moment.');
      await expect(shown).toHaveCount(0);
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(shown).toHaveCount(0);
    });
  },
);
