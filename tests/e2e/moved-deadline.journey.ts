/** A deadline that moves: the admin is asked, and an open form notices. */
import { expect, openAs, test } from './fixtures.ts';
import { inDays } from './backstage.ts';
import { Screen } from './pages/screen.ts';

test(
  'an admin moves a deadline knowingly, and the form of an applicant says so',
  { tag: '@desktop' },
  async ({ page, browser, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const admin = await backstage.createAdmin();
    const form = new Screen(page);
    await openAs(page, applicant, `/dashboard/applicant/submit?programId=${program.id}`);
    await page.getByLabel('Business name').fill('Ada Salt');
    await expect(page.getByText(/^Saved/).first()).toBeVisible();

    const desk = await browser.newPage();
    const screen = new Screen(desk);
    const later = inDays(50);
    await openAs(desk, admin, `/dashboard/admin/proposals/${program.id}/edit`);
    await desk.getByLabel('Deadline (date and time)').fill(later.slice(0, 16));
    await screen.press('Save');
    await expect(screen.dialog).toContainText('1 open draft and 0 waiting submissions');
    await expect(screen.dialog).toContainText('1 applicant will be told by email.');
    await inspect('move-deadline', desk);
    await screen.dialog.getByRole('button', { name: 'Move the deadline' }).click();
    await screen.expectMessage('Program updated successfully!');
    await desk.close();

    await page.getByLabel('Business location').fill('Ada Foah');
    await form.expectMessage('The deadline of this program has moved.');
    await expect(page.getByLabel('Business location')).toHaveValue('Ada Foah');
    await inspect('deadline-moved');
  },
);

test('whoever chooses only a day gets its last minute @desktop', async ({ page, backstage }) => {
  await openAs(page, await backstage.admin(), '/dashboard/admin/manage-proposals/create');
  const deadline = page.getByLabel('Deadline (date and time)');
  await deadline.focus();
  await expect(deadline).toHaveValue(/T23:59$/);
  await deadline.blur();
  await expect(deadline, 'nobody has chosen anything').toHaveValue('');
  await deadline.fill('2031-03-01T17:00');
  await deadline.blur();
  await deadline.focus();
  await expect(deadline).toHaveValue('2031-03-01T17:00');
});
