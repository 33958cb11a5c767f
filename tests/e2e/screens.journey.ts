/**
 * The screens beside the main job, as they stand at each width: their heading is there, axe finds
 * nothing, nothing is too wide.
 */
import { expect, openAs, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

const APPLICANT: [path: string, heading: string][] = [
  ['/dashboard/profile', 'My Profile'],
  ['/dashboard/edit-profile', 'Edit profile'],
  ['/dashboard/applicant/proposals', 'My Proposals'],
];
const ADMIN: [path: string, heading: string][] = [
  ['/dashboard/my-profile', 'My Profile'],
  ['/dashboard/edit-my-profile', 'Edit profile'],
  ['/dashboard/admin/users', 'Users'],
  ['/dashboard/admin/create', 'Create an admin'],
  ['/dashboard/nothing-here', 'Page Not Found'],
];
const VISITOR: [path: string, heading: string][] = [
  ['/national-pitch-trek/programs', 'Funding programs'],
  ['/unauthorized', 'Unauthorized'],
  ['/nothing-here', 'Page Not Found'],
];

test("a visitor's other screens", async ({ page, inspect }) => {
  for (const [path, heading] of VISITOR) {
    await (await new Screen(page).open(path)).expectHeading(heading);
    await inspect(path.slice(1).replaceAll('/', '-'));
  }
});

test("an applicant's other screens", async ({ page, backstage, inspect }) => {
  const person = await backstage.createApplicant();
  for (const [path, heading] of APPLICANT) {
    await openAs(page, person, path);
    await new Screen(page).expectHeading(heading);
    await expect(
      page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }),
    ).toHaveCount(0);
    await inspect(path.slice(1).replaceAll('/', '-'));
  }
});

test("an admin's other screens", async ({ page, backstage, inspect }) => {
  const person = await backstage.admin();
  for (const [path, heading] of ADMIN) {
    await openAs(page, person, path);
    await new Screen(page).expectHeading(heading);
    await expect(
      page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }),
    ).toHaveCount(0);
    await inspect(path.slice(1).replaceAll('/', '-'));
  }
});
