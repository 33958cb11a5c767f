/** What one admin does, as a colleague sees it. */
import { expect, openAs, test } from '../fixtures.ts';
import { ReadingRoom } from '../pages/submissions.ts';
import { Screen } from '../pages/screen.ts';

/** Somebody else's changes are asked for every 20 seconds. */
const POLL_MS = 21_000;

test("a colleague's decision shows in an open room @phone", async ({ page, backstage }) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  await page.clock.install();
  await openAs(
    page,
    await backstage.createAdmin(),
    `/dashboard/admin/view-proposal/${proposal.id}`,
  );
  await expect(room.desk).toContainText('Not decided yet');
  await backstage.review(proposal, { is_approved: 'true' });
  await page.clock.fastForward(POLL_MS);
  await expect(room.desk).toContainText('Approved');
});

test('what a deactivated admin has not decided is offered to others @phone', async ({
  page,
  backstage,
  inspect,
}) => {
  const proposal = await backstage.createProposal();
  const [leaving, heir] = [await backstage.createAdmin(), await backstage.createAdmin()];
  const idOf = async (person: { email: string; token: string }) =>
    (await backstage.call<{ id: string }>('GET', '/auth/me', person)).id;
  await backstage.review(proposal, { assigned_to: await idOf(leaving) });
  const screen = new Screen(page);
  await openAs(page, await backstage.admin(), `/dashboard/admin/users?q=${leaving.email}`);
  await page.getByRole('switch', { name: 'Active:' }).click();
  await expect(screen.dialog).toContainText('1 proposal not decided yet is assigned to them.');
  await inspect('deactivate-admin');
  await screen.dialog
    .getByLabel('Reassign their proposals to')
    .selectOption({ label: `Kofi Asante (${heir.email})` });
  await screen.dialog.getByRole('button', { name: 'Deactivate' }).click();
  await screen.expectMessage('User is inactive !');
  const { assigned_to: assignee } = await backstage.call<{ assigned_to: string }>(
    'GET',
    `/proposals/${proposal.id}/admin`,
    await backstage.admin(),
  );
  expect(assignee).toBe(await idOf(heir));
});

test('an editor is deactivated, and activated again @phone', async ({ page, backstage }) => {
  const editor = await backstage.createAdmin('editor');
  const screen = new Screen(page);
  await openAs(page, await backstage.admin(), `/dashboard/admin/users?q=${editor.email}`);
  const active = page.getByRole('switch', { name: 'Active:' });
  await active.click();
  await screen.dialog.getByRole('button', { name: 'Deactivate' }).click();
  await screen.expectMessage('User is inactive !');
  await expect(active).not.toBeChecked();
  await active.click();
  await screen.dialog.getByRole('button', { name: 'Activate' }).click();
  await screen.expectMessage('User is active!');
  await expect(active).toBeChecked();
});
