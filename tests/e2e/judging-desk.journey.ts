/** What an admin does with judges. */
import { newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

test('a judge is invited, corrected, invited again and rests', async ({
  page,
  backstage,
  inspect,
}) => {
  const admin = await backstage.admin();
  const screen = new Screen(page);
  const email = `${newName('efua').replace(' ', '.')}@judges.example`;
  const lastName = newName('Quaye').replace(' ', '-');
  await openAs(page, admin, '/dashboard/admin/judges');
  await screen.follow('Invite a judge');
  await screen.expectHeading('Invite a judge');

  await test.step('the form says what is missing, and that the address is known', async () => {
    await screen.press('Send invitation');
    await expect(screen.refusal).toContainText('Enter a first name.');
    await screen.fill({ Email: admin.email, 'First name': 'Efua', 'Last name': lastName });
    await screen.press('Send invitation');
    await expect(screen.refusal).toContainText('Email already registered');
    await inspect('admin-invite-judge');
  });

  await test.step('invited', async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Region').selectOption('Volta');
    await page.getByLabel('Organisations').fill('Volta Ventures\nLake Transport Ltd');
    await screen.press('Send invitation');
    await screen.expectMessage('Invitation sent.');
    // For the next one the form is empty again, and the cursor is in it.
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue('');
    await expect(page.getByLabel('Organisations')).toHaveValue('');
    await screen.goTo('Judges');
    await screen.searchFor(lastName);
    await screen.follow(`Efua ${lastName}`);
    await screen.expectHeading(`Efua ${lastName}`);
    await expect(page.getByText('Lake Transport Ltd')).toBeVisible();
    await inspect('admin-judge');
  });

  await test.step('corrected', async () => {
    await screen.follow('Edit');
    await screen.expectHeading('Edit judge');
    await page.getByLabel('Position').fill('Partner');
    await page.getByLabel('People').fill('Kwesi Appiah');
    await screen.press('Save');
    await screen.expectMessage('Judge updated.');
    await expect(page.getByText('Kwesi Appiah')).toBeVisible();
  });

  await test.step('invited again, and deactivated', async () => {
    await screen.press('Invite again');
    await screen.dialog.getByRole('button', { name: 'Send invitation' }).click();
    await screen.expectMessage('Invitation sent.');
    await screen.press('Deactivate');
    await screen.dialog.getByRole('button', { name: 'Deactivate' }).click();
    await screen.expectMessage('The judge is logged out everywhere and cannot log in.');
    await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
  });

  await test.step('found in the list', async () => {
    await screen.goTo('Judges');
    await screen.expectHeading('Judges');
    await screen.searchFor(lastName);
    await expect(screen.row(lastName)).toContainText('Inactive');
    await page.getByLabel('Account').selectOption('true');
    await screen.expectMessage('No judges match your search or filters.');
    await page.getByLabel('Account').selectOption('false');
    await expect(screen.row(lastName)).toBeVisible();
    await inspect('admin-judges');
  });
});
