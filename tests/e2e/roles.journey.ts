/** What the screens show to editors and viewers: contract §12. */
import { expect, openAs, test } from './fixtures.ts';
import { newName } from './backstage.ts';
import { Screen } from './pages/screen.ts';

const MENU = 'Dashboard';

test('an editor writes the texts of a program, and finds no proposals', async ({
  page,
  backstage,
  inspect,
}) => {
  const program = await backstage.createProgram();
  const editor = await backstage.createAdmin('editor');
  await openAs(page, editor, '/dashboard');
  await expect(page.getByRole('link', { name: /Testimonials/ }).last()).toBeVisible();
  const links = page.getByRole('navigation', { name: MENU, includeHidden: true });
  await expect(links.first().getByRole('link', { name: 'Posts', includeHidden: true })).toHaveCount(
    1,
  );
  await expect(
    links.first().getByRole('link', { name: 'Submissions', includeHidden: true }),
  ).toHaveCount(0);
  await inspect('the home of an editor');

  const screen = await new Screen(page).open(`/dashboard/admin/proposals/${program.id}/edit`);
  await expect(page.getByLabel('Sector')).toHaveCount(0);
  const title = newName('Renamed');
  await page.getByLabel('Title').fill(title);
  await screen.press('Save');
  await expect(page).toHaveURL(/manage-proposals$/);
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Delete/ })).toHaveCount(0);

  await new Screen(page).open('/dashboard/admin/submissions');
  await expect(page).toHaveURL(/unauthorized$/);
});

test('a viewer looks at proposals and figures, and can change nothing', async ({
  page,
  backstage,
  inspect,
}) => {
  const proposal = await backstage.submitProposal(
    await backstage.createApplicant(),
    await backstage.createProgram(),
  );
  const viewer = await backstage.createAdmin('viewer');
  await openAs(page, viewer, '/dashboard');
  await expect(page.getByRole('link', { name: 'Not decided', exact: true })).toBeVisible();
  await inspect('the home of a viewer');
  await new Screen(page).open(`/dashboard/admin/submissions?q=${proposal.title}`);
  await expect(page.getByRole('link', { name: proposal.title })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Export/ })).toHaveCount(0);
  await inspect('the list of a viewer');
  await page.getByRole('link', { name: proposal.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: proposal.title })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Business description' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Approve|Decline/ })).toHaveCount(0);
  await expect(page.getByText('@')).toHaveCount(0);
  await inspect('the room of a viewer');
  await new Screen(page).open('/dashboard/admin/users');
  await expect(page).toHaveURL(/unauthorized$/);
});
