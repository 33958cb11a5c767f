/** A program that announces all its decisions together. */
import { expect, openAs, test } from './fixtures.ts';
import { inDays } from './backstage.ts';
import { Screen } from './pages/screen.ts';

test(
  'an admin plans the announcement, takes the plan back, and announces now',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, program);
    await backstage.submitProposal(applicant, program);
    const admin = await backstage.createAdmin();
    const { token } = admin;
    await backstage.call('PATCH', `/programs/${program.id}`, {
      token,
      json: { announces: 'together', deadline_date: inDays(-1) },
    });
    const data = new FormData();
    data.set('decision', 'approved');
    await backstage.call('PATCH', `/proposals/${proposal.id}/admin`, { token, data });

    const screen = new Screen(page);
    await openAs(page, admin, `/dashboard/admin/proposals/${program.id}/edit`);
    await screen.follow('Announcement');
    const panel = page.locator('section', { hasText: 'Announce the decisions' });
    await expect(panel).toContainText('1 applicant will be told that the proposal is approved.');
    await expect(panel).toContainText('1 proposal is not decided yet.');
    await panel.getByRole('button', { name: 'Schedule the announcement' }).click();
    await expect(panel.locator('form')).toContainText(
      'Enter the date and time of the announcement.',
    );
    await panel.getByLabel('Announce at (GMT)').fill(inDays(5).slice(0, 16));
    await panel.getByRole('button', { name: 'Schedule the announcement' }).click();
    await expect(screen.dialog).toContainText('1 proposal is not decided yet.');
    await expect(screen.dialog).toContainText('Its applicant is told nothing.');
    await expect(panel).not.toContainText('All decisions made by then are announced on');
    await screen.dialog.getByRole('button', { name: 'Schedule the announcement' }).click();
    await expect(panel).toContainText('All decisions made by then are announced on');
    await inspect('announcing');
    await panel.getByRole('button', { name: 'Cancel the announcement' }).click();
    await expect(panel).not.toContainText('All decisions made by then are announced on');

    await panel.getByRole('button', { name: 'Announce now' }).click();
    await expect(screen.dialog).toContainText(
      '1 applicant will be told that the proposal is approved.',
    );
    await inspect('announce-now');
    await screen.dialog.getByRole('button', { name: 'Announce now' }).click();
    await expect(panel).toContainText('There is nothing new to announce.');
  },
);
