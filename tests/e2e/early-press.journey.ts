import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdBack } from './held-requests.ts';
import { CodeScreen, LoginScreen } from './pages/accounts.ts';

/** Blocks the scripts that contain React until released. */
const holdReact = (page: Page) => holdBack(page, /\/assets\/react-/);

test(
  'a login that was typed and pressed before React loaded is sent once it has',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const { email, password } = await backstage.register();
    const release = await holdReact(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Logging in…' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    const home = page.waitForRequest(/\/assets\/applicant-home-/);
    release();
    await expect(page).toHaveURL(/\/otp/);
    // Prefetched while the code is awaited.
    await home;
  },
);

test(
  'with Save-Data only the person’s own home is fetched',
  { tag: '@phone' },
  async ({ page, backstage, readCode }) => {
    const { email, password } = await backstage.register();
    const fetched: string[] = [];
    page.on('request', (request) => void fetched.push(request.url()));
    await page.addInitScript(
      "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
    );
    await page.goto('/login');
    await new LoginScreen(page).logIn({ email, password });
    await new CodeScreen(page).typeCode(await readCode(email));
    await expect(page.getByText('Akwaaba, Ama.')).toBeVisible();
    expect(fetched.filter((url) => url.includes('admin-home'))).toEqual([]);
  },
);

test(
  'text typed before React loaded stays, and a script that never loads is reported',
  { tag: '@phone' },
  async ({ page }) => {
    const release = await holdReact(page);
    await page.goto('/forgot-password', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill('ama@example.com');
    release();
    await expect(page.locator('form[data-ready]')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ama@example.com');

    await page.unroute(/\/assets\/react-/);
    let lose = () => {};
    const lost = new Promise<void>((resolve) => (lose = resolve));
    await page.route(/\/assets\/react-/, (route) => void lost.then(() => route.abort()));
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Logging in…' })).toBeVisible();
    lose();
    await expect(page.getByRole('alert')).toContainText('No connection.');
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  },
);

test(
  'an address is not filled in under the fingers of whoever is about to type it',
  { tag: '@phone' },
  async ({ page }) => {
    await page.addInitScript("sessionStorage.setItem('pending-email', 'ama@example.com')");
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toHaveValue('ama@example.com');
    const release = await holdReact(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').focus();
    release();
    await expect(page.locator('form[data-ready]')).toBeVisible();
    await page.keyboard.type('esi@example.com');
    await expect(page.getByLabel('Email')).toHaveValue('esi@example.com');
  },
);

test(
  'an address typed and left before React loaded goes along to the screen for a new password',
  { tag: '@phone' },
  async ({ page }) => {
    const release = await holdReact(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill('ama@example.com');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL(/\/forgot-password/);
    release();
    await expect(page.getByLabel('Email')).toHaveValue('ama@example.com');
  },
);

test(
  'an account screen is painted before React and the portal’s sheet are asked for',
  { tag: '@phone' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    const countLater = () => asked.filter((path) => /\/assets\/(react|style)-/.test(path)).length;
    const paint = await holdBack(page, /\/assets\/public-/);
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.getByLabel('Email')).toBeAttached();
    // What the page asks for by itself has been asked before this.
    await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`);
    expect(countLater()).toBe(0);
    paint();
    await expect(page.locator('form[data-ready]')).toBeVisible();
    expect(countLater()).toBe(2);
  },
);

/** What translators and extensions do to a page before its scripts have come. */
const TOUCH = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  }
  for (const field of document.querySelectorAll('input:not([type=hidden])')) field.after(document.createElement('div'));
  document.body.prepend(Object.assign(document.createElement('div'), { textContent: 'A bar' }));
})()`;

test.describe('typed before React loads, on a page that something has touched', () => {
  const fields = { 'First name': 'Ama', 'Last name': 'Owusu', 'City or town': 'Ho' };
  for (const [path, typed] of [
    ['/register', { ...fields, Email: 'ama@example.com', Password: 'Trombone-7-Hats' }],
    ['/login', { Email: 'ama@example.com', Password: 'Trombone-7-Hats' }],
    ['/forgot-password', { Email: 'ama@example.com' }],
  ] as const)
    test(`${path} keeps it`, { tag: '@phone' }, async ({ browser, server }) => {
      // A page of its own: that React renders it anew is reported as an error.
      const page = await browser.newPage();
      const release = await holdReact(page);
      await page.goto(server.url + path, { waitUntil: 'commit' });
      for (const [label, text] of Object.entries(typed))
        await page.getByLabel(label, { exact: true }).fill(text);
      if (path === '/register') {
        await page.getByLabel('Region').selectOption('Northern');
        await page.getByRole('checkbox').check();
      }
      await page.evaluate(TOUCH);
      release();
      await expect(page.locator('form[data-ready]')).toBeVisible();
      for (const [label, text] of Object.entries(typed))
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
      if (path === '/register') {
        await expect(page.getByLabel('Region')).toHaveValue('Northern');
        await expect(page.getByRole('checkbox')).toBeChecked();
        await expect(page.getByText('Strength: Strong')).toBeVisible();
      }
      await page.close();
    });
});
