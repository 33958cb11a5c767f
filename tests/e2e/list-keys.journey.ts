/** The list of proposals without a mouse. */
import { expect, openAs, test } from './fixtures.ts';
import { Submissions } from './pages/submissions.ts';

test.skip(({ isMobile }) => Boolean(isMobile), 'phones have no keys to press');

test('rows are walked, selected, opened and searched by keys', async ({ page, backstage }) => {
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const [older, newer] = [
    await backstage.submitProposal(applicant, program),
    await backstage.submitProposal(applicant, program),
  ];
  const list = new Submissions(page);
  const address = `/dashboard/admin/submissions?program_id=${program.id}`;
  await openAs(page, await backstage.admin(), address);
  await expect(list.row(older.title)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: newer.title })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(list.row(older.title).getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('?');
  await expect(list.dialog).toContainText('Select the row');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('jkx');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('jkx');
  await page.goto(`${address}&received_from=2020-01-01`);
  await expect(list.row(newer.title)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await list.expectHeading(newer.title);
});
