/**
 * An admin adds a passkey and logs in with it, then loses it and logs in with a recovery code. The
 * authenticator is Chromium's virtual one.
 */
import type { Page } from '@playwright/test';
import { Backstage } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Mailbox } from './mailbox.ts';
import { Screen } from './pages/screen.ts';
import { startRealServer } from './real-server.ts';

// What applicants fill in, on their phones; on translated pages too.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** Returns a function that removes it again, as if lost. */
async function giveAuthenticator(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
}

test(
  'an admin logs in with a passkey, and with a recovery code when it is lost',
  { tag: '@desktop' },
  async ({ page, inspect }) => {
    // A passkey is bound to a host name, never to an IP address: this server uses one.
    const server = await startRealServer({ PUBLIC_URL: '' });
    const mailbox = new Mailbox(server.dataDir, null);
    const admin = await new Backstage(server.url, mailbox).createAdmin();
    const screen = new Screen(page);
    const origin = server.url.replace('127.0.0.1', 'localhost');
    const lose = await giveAuthenticator(page);
    await openAs(page, admin, `${origin}/dashboard/my-profile`);
    const section = page.getByRole('region', { name: 'Passkey or authenticator app' });
    await expect(section.getByText('Not set up')).toBeVisible();
    await inspect('second-factor-none');

    await section.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await screen.fill({ 'Your password': admin.password });
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
    await inspect('second-factor-app');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await screen.fill({ 'Name of the passkey': 'Work laptop', 'Your password': admin.password });
    await inspect('second-factor-passkey');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByRole('heading')).toHaveText('Save your recovery codes');
    const codes = await dialog.getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await inspect('second-factor-codes');
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await expect(section.getByText('Work laptop')).toBeVisible();
    await expect(section.getByText('10 codes are left.')).toBeVisible();
    await inspect('second-factor-on');

    const enterCode = async () => {
      await page.evaluate('localStorage.clear()');
      await screen.open(`${origin}/login`);
      await screen.fill({ Email: admin.email, Password: admin.password });
      await screen.press('Log in');
      await screen.expectHeading('Enter your code');
      await page.getByLabel('Digit 1 of 6').click();
      await page.keyboard.type(await mailbox.readCode(admin.email));
      await screen.expectHeading('Confirm it’s you');
    };
    await enterCode();
    await inspect('second-factor-login');
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await expect(page).toHaveURL(`${origin}/dashboard`);
    await page.evaluate(
      `localStorage.setItem('session-started', Date.now() - 1745_000); document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await screen.expectMessage('You stay logged in.');
    await expect(dialog).toBeHidden();

    await lose();
    await enterCode();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await screen.fill({ 'Recovery code': 'not-one-of-them' });
    await screen.press('Log in');
    await expect(screen.refusal).toBeFocused();
    await screen.fill({ 'Recovery code': codes[0]! });
    await inspect('second-factor-recovery');
    await screen.press('Log in');
    await expect(page).toHaveURL(`${origin}/dashboard`);
    await expect(server.stop()).resolves.toBe(0);
  },
);
