/** What the screens show to editors and viewers: contract §12. */
import { expect, openAs, test } from './fixtures.ts';
import { newName } from './backstage.ts';
import { Screen } from './pages/screen.ts';

const MENU = 'Dashboard';

test(
  'an editor writes the texts of a program, and finds no proposals',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const editor = await backstage.createAdmin('editor');
    await openAs(page, editor, '/dashboard');
    await expect(page.getByRole('link', { name: /Testimonials/ }).last()).toBeVisible();
    const links = page.getByRole('navigation', { name: MENU, includeHidden: true });
    await expect(
      links.first().getByRole('link', { name: 'Posts', includeHidden: true }),
    ).toHaveCount(1);
    await expect(
      links.first().getByRole('link', { name: 'Submissions', includeHidden: true }),
    ).toHaveCount(0);
    await inspect('the home of an editor');

    await test.step('what could not be counted is said, and counted when asked again', async () => {
      await page.route(/contact_forms/, (route) => route.fulfill({ status: 500, json: {} }));
      await page.reload();
      const refusal = page
        .getByRole('alert')
        .filter({ hasText: 'The figures could not be loaded.' });
      await expect(refusal).toBeVisible();
      await expect(page.getByText('Loading the figures')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Enquiries to answer' })).toHaveCount(0);
      await inspect('the home of an editor without figures');
      await page.unroute(/contact_forms/);
      await refusal.getByRole('button', { name: 'Try again' }).click();
      await expect(
        page
          .getByRole('region', { name: 'All lists' })
          .getByText(/in all/)
          .first(),
      ).toBeVisible();
      await expect(refusal).toHaveCount(0);
    });

    const screen = await new Screen(page).open(`/dashboard/admin/proposals/${program.id}/edit`);
    const title = newName('Renamed');
    await page.getByLabel('Title').fill(title);
    await expect(page.getByLabel('Sector')).toHaveCount(0);
    await screen.press('Save');
    await expect(page).toHaveURL(/manage-proposals$/);
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /Delete/ })).toHaveCount(0);

    await new Screen(page).open('/dashboard/admin/submissions');
    await expect(page).toHaveURL(/unauthorized$/);
  },
);

test(
  'a viewer looks at proposals and figures, and can change nothing',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const proposal = await backstage.submitProposal(
      await backstage.createApplicant(),
      await backstage.createProgram(),
    );
    const viewer = await backstage.createAdmin('viewer');
    await page.route(/admin\/summary/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), assigned: [] } });
    });
    await openAs(page, viewer, '/dashboard');
    await expect(page.getByRole('link', { name: 'Not decided', exact: true })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Left to decide' }).getByRole('paragraph'),
    ).toHaveText('Nothing has been assigned yet.');
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
  },
);

test(
  'an admin erases somebody who has asked for it, once the address is typed',
  { tag: '@phone' },
  async ({ page, backstage, inspect }) => {
    const applicant = await backstage.createApplicant();
    await backstage.submitProposal(applicant, await backstage.createProgram());
    const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', applicant);
    const screen = new Screen(page);
    await openAs(page, await backstage.createAdmin(), `/dashboard/admin/users/${id}`);
    await screen.press('Erase this person …');
    await expect(screen.dialog).toContainText('1 proposal with messages, requests');
    await expect(screen.dialog).toContainText('1 signed receipt');
    await screen.fill({ 'Email of the account': 'someone@else.example' });
    await inspect('erase-person');
    await screen.dialog.getByRole('button', { name: 'Erase for good' }).click();
    await expect(screen.dialog).toContainText('Type the email address of the account exactly');
    await screen.fill({ 'Email of the account': applicant.email });
    await screen.dialog.getByRole('button', { name: 'Erase for good' }).click();
    await screen.expectHeading('Users');
    await page.goto(`/dashboard/admin/users/${id}`);
    await expect(page.getByText('User not found')).toBeVisible();
  },
);

test('a person: their proposals, and signed out everywhere', async ({
  page,
  backstage,
  inspect,
}) => {
  const admin = await backstage.admin();
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', { token: person.token });
  await openAs(page, admin, `/dashboard/admin/view-proposal/${proposal.id}`);
  const screen = new Screen(page);
  await screen.follow(`${person.firstName} ${person.lastName}`);
  await screen.expectHeading(`${person.firstName} ${person.lastName}`);
  expect(new URL(page.url()).pathname).toBe(`/dashboard/admin/users/${id}`);
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await expect(page.getByText(/^Logged in .* last active/)).toBeVisible();
  await inspect('admin-user');
  await screen.press('End all sessions');
  await screen.dialog.getByRole('button', { name: 'End all' }).click();
  await screen.expectMessage('This person is logged out everywhere.');
  await expect(page.getByText('Not logged in anywhere.')).toBeVisible();
  await expect(backstage.call('GET', '/auth/me', { token: person.token })).rejects.toThrow(/401/);
});
