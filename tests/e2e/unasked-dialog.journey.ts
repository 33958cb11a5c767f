import type { Page } from '@playwright/test';
import { expect, openAs, test } from './fixtures.ts';
import { logInByMail } from './pages/accounts.ts';
import { Screen } from './pages/screen.ts';

const SENTENCE = 'We weave kente for offices and hotels, sixty metres in a week. ';

const endSession = (page: Page) =>
  page.evaluate(
    `localStorage.setItem('session-started', 1); document.dispatchEvent(new Event('visibilitychange'))`,
  );

test(
  'the session ends while somebody types: no key closes the dialog unread, and every letter is kept',
  { tag: '@phone' },
  async ({ page, backstage, readCode }) => {
    const person = await backstage.createApplicant();
    const program = await backstage.createProgram();
    await openAs(page, person, `/dashboard/applicant/submit?programId=${program.id}`);
    const place = page.getByLabel('Location');
    const text = page.locator('[contenteditable="true"]');
    const dialog = page.getByRole('dialog', { name: 'Session Expired' });
    const heading = dialog.getByRole('heading');
    await place.fill('Bonwire,');
    await endSession(page);
    await page.keyboard.type(' Ashanti');
    await expect(dialog).toContainText('What you have typed is kept on this device');
    await expect(heading, 'read out, once nobody types').toBeFocused();
    await page.keyboard.type(' Region, ');
    await expect(dialog).toBeVisible();
    await expect(place).toHaveValue('Bonwire, Ashanti Region, ');
    await expect(heading).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);

    await logInByMail(new Screen(page), person, readCode);
    await expect(place).toHaveValue('Bonwire, Ashanti Region,');
    await text.click();
    await page.keyboard.type('We weave. ');
    await endSession(page);
    await page.keyboard.type(SENTENCE);
    await expect(text).toHaveText(`We weave. ${SENTENCE.trim()}`);
    await expect(heading).toBeFocused();
    await page.keyboard.type(SENTENCE);
    await expect(text).toHaveText(`We weave. ${SENTENCE}${SENTENCE.trim()}`);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await logInByMail(new Screen(page), person, readCode);
    await expect(text).toHaveText(`We weave. ${SENTENCE}${SENTENCE.trim()}`);
  },
);

test(
  'a session that ends beneath another dialog loses no letter either',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const person = await backstage.createApplicant();
    await openAs(page, person, '/dashboard/profile');
    await page.getByRole('button', { name: 'Close my account' }).click();
    const password = page.locator('dialog input[type=password]');
    await password.fill('Tromb');
    await endSession(page);
    await page.keyboard.type('one 7');
    const dialog = page.getByRole('dialog', { name: 'Session Expired' });
    await expect(dialog).toBeVisible();
    await expect(password).toHaveValue('Trombone 7');
  },
);
