/** A new e-mail counts once its code was entered; the code can be sent again. */
import { newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

test('nothing is required in the profile: an emptied name stays with a sentence, an emptied region is gone', async ({
  page,
  backstage,
  inspect,
}) => {
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
});

test('a new e-mail is confirmed with the second code', async ({
  page,
  backstage,
  readCode,
  inspect,
}) => {
  const applicant = await backstage.createApplicant();
  const address = `${newName('ama.new').replace(' ', '.')}@example.com`;
  const screen = new Screen(page);
  await page.clock.install();
  await openAs(page, applicant, '/dashboard/edit-profile');
  await screen.fill({ Email: address, 'Current password': applicant.password });
  await screen.press('Save');
  await screen.expectHeading('My Profile');
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
});
