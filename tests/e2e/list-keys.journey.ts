/** The lists of proposals and of a ranking without a mouse. */
import { expect, openAs, test } from './fixtures.ts';
import { closeRound, createJudge, openRound, submitReviews } from './judging-world.ts';
import { Screen } from './pages/screen.ts';
import { Submissions } from './pages/submissions.ts';

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

test('a ranking is walked and decided by keys wherever the focus is, each press once', async ({
  page,
  backstage,
  mailbox,
}) => {
  const judge = await createJudge(backstage, mailbox);
  const round = await openRound(backstage, [judge], { spares_own_region: false });
  await submitReviews(backstage, judge, round.id, (code) => 1 + (code.charCodeAt(0) % 5));
  await closeRound(backstage, round.id);
  const screen = new Screen(page);
  let writes = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/decisions')) writes += 1;
  });
  await openAs(page, await backstage.admin(), `/dashboard/admin/rounds/${round.id}?tab=ranking`);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(2);
  // Nothing is decided as long as no row has the focus.
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(rows.first().locator('[data-row]')).toBeFocused();
  for (let time = 0; time < 20; time += 1) await page.keyboard.down('x');
  await page.keyboard.up('x');
  await page.keyboard.press('J');
  await page.keyboard.press('S');
  await expect(rows.first()).toContainText('Not selected');
  await expect(rows.last().getByText('Selected', { exact: true })).toBeVisible();
  expect(writes).toBe(2);
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('xs');
  await expect(page.getByRole('searchbox')).toHaveValue('xs');
  await page.getByRole('searchbox').fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(screen.dialog).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await expect(screen.dialog).toHaveCount(0);
  expect(writes).toBe(2);
});
