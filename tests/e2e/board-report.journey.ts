/** Where a day at the desk starts, and what the board reads. */
import { expect, openAs, settled, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

test(
  'the home leads to what is read next, and names what waits for me',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const proposal = await backstage.createProposal();
    const admin = await backstage.createAdmin();
    const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', { token: admin.token });
    await backstage.review(proposal, { assigned_to: id });
    await openAs(page, admin, '/dashboard');
    const queue = page.getByRole('region', { name: 'My queue' });
    await expect(queue.getByRole('link', { name: proposal.title })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
    for (const [name, address] of [
      [/^[\d,]+ of [\d,]+ proposals$/, '/dashboard/admin/submissions'],
      [/^\d+ of 16 regions$/, '/dashboard/admin/report'],
      [/^[\d,]+ approved$/, '/dashboard/admin/submissions?decision=approved'],
    ] as const)
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', address);
    const lists = page.getByRole('region', { name: 'All lists' });
    await expect(lists.getByText(/^\d+ in all$/).nth(1)).toBeVisible();
    await expect(lists.getByText(/^0 /)).toHaveCount(0);
    await inspect('the home of an admin');
    await page.getByRole('link', { name: 'Read next (1 unread in my queue)' }).click();
    await expect(page).toHaveURL(/view-proposal\/.*list=assigned_to/);
    await expect(page.getByRole('region', { name: 'Decision', exact: true })).toBeVisible();
  },
);

test(
  'what the home could not load is named once, and not asked for again and again',
  { tag: '@desktop' },
  async ({ page, backstage }) => {
    let asked = 0;
    await page.route(/readyz|admin\/waiting|contact_forms/, (route) => {
      asked += 1;
      return route.fulfill({ status: 500, json: {} });
    });
    await openAs(page, await backstage.admin(), '/dashboard');
    const stuck = page.getByRole('region', { name: 'Needs attention' });
    await expect(stuck).toContainText('This could not be loaded.');
    await expect(page.getByRole('region', { name: 'All lists' })).toBeVisible();
    await settled(page);
    await expect(page.getByText('Loading the figures')).toHaveCount(0);
    await expect(stuck).not.toContainText('Nothing is stuck.');
    expect(asked, 'when loaded, and when shown').toBeLessThanOrEqual(6);
  },
);

test('a report of nothing says so', { tag: '@desktop' }, async ({ page, backstage }) => {
  const program = await backstage.createProgram();
  await openAs(page, await backstage.admin(), `/dashboard/admin/report?program_id=${program.id}`);
  const programs = page.getByRole('region', { name: 'Decisions by program' });
  await expect(programs).toContainText('Nothing has been received.');
  await expect(programs.getByRole('table')).toHaveCount(0);
});

test(
  'the report of one program is an address, on a page for paper',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const approved = await backstage.submitProposal(applicant, program);
    await backstage.submitProposal(applicant, program);
    await backstage.review(approved, { is_approved: 'true' });
    const screen = new Screen(page);
    await openAs(
      page,
      await backstage.createAdmin('viewer'),
      `/dashboard/admin/report?program_id=${program.id}`,
    );
    await screen.expectHeading('Board report');
    const row = page
      .getByRole('region', { name: 'Decisions by program' })
      .getByRole('row', { name: program.title });
    await expect(row.getByRole('cell')).toHaveText(['2', '1', '0', '1']);
    const decisions = page.getByRole('region', { name: 'Decisions', exact: true });
    await expect(decisions).toContainText('Not decided1');
    // One program is not measured by what the whole trek wants to reach.
    await expect(page.getByText('Progress towards our targets')).toHaveCount(0);
    await inspect('the report for the board');
    await page.emulateMedia({ media: 'print' });
    for (const [width, height] of [
      [718, 1047],
      [1047, 718],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollHeight'))
        .toBe(height);
    }
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  },
);
