/**
 * A new e-mail counts once its code was entered; the code can be sent again. Sessions are ended,
 * data is exported, an account is closed.
 */
import { readFileSync } from 'node:fs';
import { readZip } from '../zip-files.ts';
import { newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

// What applicants fill in, on their phones; on translated pages too.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test(
  'nothing is required in the profile: a cleared name stays with a message, a cleared region is removed',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const applicant = await backstage.createApplicant();
    const screen = new Screen(page);
    await openAs(page, applicant, '/dashboard/edit-profile');
    await screen.fill({ 'First name': '' });
    await page.getByLabel('Region').selectOption('');
    await inspect('edit-profile');
    await screen.press('Save');
    await screen.expectHeading('My Profile');
    await screen.expectMessage('Profile updated successfully!');
    await screen.expectMessage('Your first name cannot be empty, so the old one stays.');
    await expect(page.getByText('Not given')).toBeVisible();
  },
);

test(
  'a new e-mail is confirmed with the second code',
  { tag: '@desktop' },
  async ({ page, backstage, readCode, inspect }) => {
    const applicant = await backstage.createApplicant();
    const address = `${newName('ama.new').replace(' ', '.')}@example.com`;
    const screen = new Screen(page);
    await page.clock.install();
    await openAs(page, applicant, '/dashboard/edit-profile');
    await screen.fill({ Email: address, 'Current password': applicant.password });
    await screen.press('Save');
    await screen.expectHeading('My Profile');
    await screen.expectMessage('OTP sent to your email');
    await expect(page.getByText('Profile updated')).toHaveCount(0);
    await expect(page.getByText(address)).toBeVisible();
    const first = await readCode(address);
    await page.clock.fastForward('00:31');

    await screen.fill({ 'Current password': 'not-the-one' });
    await screen.press('Send a new code');
    await expect(screen.refusal).toBeFocused();
    await screen.fill({ 'Current password': applicant.password });
    await inspect('confirm-email');
    await screen.press('Send a new code');
    await screen.expectMessage('OTP sent to your email');
    await screen.expectMessage('You can ask for a new code in');

    const second = await readCode(address);
    expect(second).not.toBe(first);
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(second);
    await expect(page.getByText('Confirm your new email')).toBeHidden();
    await expect(page.getByText(address)).toBeVisible();
  },
);

test(
  'an e-mail that was confirmed on another device is not said to get a new code',
  { tag: '@desktop' },
  async ({ page, backstage, readCode }) => {
    const applicant = await backstage.createApplicant();
    const { token, password } = applicant;
    const address = `${newName('ama.new').replace(' ', '.')}@example.com`;
    const screen = new Screen(page);
    await page.clock.install();
    await backstage.call('PATCH', '/auth/me', {
      token,
      json: { email: address, current_password: password },
    });
    await openAs(page, applicant, '/dashboard/profile');
    await expect(page.getByText('Confirm your new email')).toBeVisible();
    const otp = await readCode(address);
    await backstage.call('POST', '/auth/verify-email', { token, json: { otp } });
    await page.clock.fastForward('00:31');
    await screen.fill({ 'Current password': password });
    await screen.press('Send a new code');
    await screen.expectMessage('Your email has been changed.');
    await expect(page.getByText('Confirm your new email')).toBeHidden();
    await expect(page.getByText('OTP sent to your email')).toHaveCount(0);
  },
);

test(
  'an e-mail that was confirmed in another tab is the address as soon as one comes back',
  { tag: '@desktop' },
  async ({ page, backstage, readCode }) => {
    const applicant = await backstage.createApplicant();
    const { token, password } = applicant;
    const address = `${newName('ama.new').replace(' ', '.')}@example.com`;
    await backstage.call('PATCH', '/auth/me', {
      token,
      json: { email: address, current_password: password },
    });
    await openAs(page, applicant, '/dashboard/profile');
    await expect(page.getByText('Confirm your new email')).toBeVisible();
    const otp = await readCode(address);
    await backstage.call('POST', '/auth/verify-email', { token, json: { otp } });
    // What a browser tells a page that is looked at again.
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await expect(page.getByText('Confirm your new email')).toBeHidden();
    await expect(page.getByText(address)).toBeVisible();
  },
);

test(
  'somebody sees where they are signed in, and ends an unknown session',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const applicant = await backstage.createApplicant();
    const other = await backstage.signIn(applicant);
    await backstage.signIn(applicant);
    const screen = new Screen(page);
    await openAs(page, applicant, '/dashboard/profile');
    const list = page.getByRole('region', { name: 'Where you are logged in' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list.getByText('This device')).toHaveCount(1);
    await inspect('sessions');

    await list
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click();
    await screen.expectMessage('The session has been ended.');
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('button', { name: 'End all other sessions' }).click();
    await screen.expectMessage('You are logged out everywhere else.');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByRole('button')).toHaveCount(0);
    await expect(backstage.listProposals(other)).rejects.toThrow('401');
  },
);

test('somebody exports their data and closes the account, and nothing stays on this device', async ({
  page,
  backstage,
  inspect,
}) => {
  const applicant = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(applicant, await backstage.createProgram());
  const screen = new Screen(page);
  await openAs(page, applicant, '/dashboard/edit-profile');
  await screen.fill({ 'First name': 'Typed only' });
  await page.goto('/dashboard/profile');
  await screen.expectHeading('My Profile');

  const downloading = page.waitForEvent('download');
  await screen.press('Download my data');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('my-data.zip');
  const files = readZip(readFileSync(await download.path()));
  expect(files.get('data.json')!.toString()).toContain(proposal.title);
  expect(files.get('data.html')!.toString()).toContain(`<dd>${proposal.title}</dd>`);
  expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(2);
  await expect(page.getByRole('link', { name: 'Save the file' })).toBeVisible();

  await screen.press('Close my account');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(screen.refusal).toContainText('Enter your password');
  await dialog.getByLabel('Your password', { exact: true }).fill('not-the-one');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(screen.refusal).toContainText('The password is wrong.');
  await inspect('close-account');
  await dialog.getByLabel('Your password', { exact: true }).fill(applicant.password);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page).toHaveURL('/');
  await screen.expectMessage('Your account has been closed');
  for (const own of ['Typed only', applicant.email])
    await expect.poll(() => page.evaluate(`JSON.stringify(localStorage)`)).not.toContain(own);
  await expect(backstage.signIn(applicant)).rejects.toThrow('400');
});

test(
  'an admin has the same, but cannot close the account',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    await openAs(page, await backstage.createAdmin(), '/dashboard/my-profile');
    await expect(page.getByRole('region', { name: 'Where you are logged in' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close my account' })).toHaveCount(0);
    await inspect('own-account-admin');
  },
);

test(
  'an applicant reads the history of a proposal on its screen',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, await backstage.createProgram());
    await backstage.review(proposal, { funding_stage: 'SEED' });
    await backstage.review(proposal, { is_approved: 'true' });
    await openAs(page, applicant, `/dashboard/applicant/view-proposal/${proposal.id}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByRole('listitem')).toContainText([
      'We received your proposal.',
      'The funding stage was changed from Pending Funding to Seed.',
      'Your proposal was approved.',
    ]);
    await inspect('timeline');
  },
);
