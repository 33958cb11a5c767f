/** The first public pages need no script. */
import { expect, test } from '../fixtures.ts';
import { ProgramList } from '../pages/programs.ts';

test.use({ javaScriptEnabled: false });

test('programs are read, filtered and applied for without script', async ({ page }) => {
  const list = new ProgramList(page);
  await list.open('/national-pitch-trek/programs');
  await expect(list.program('Software from Here')).toBeVisible();
  await list.filterBy('Mining');
  await list.expectOnly('Mining');
  await list.readMore('Small-Scale Mining, Safely');
  await list.expectHeading('Small-Scale Mining, Safely');
  await expect(
    page.getByText('Assay laboratories and traceability from pit to buyer'),
  ).toBeVisible();
  await list.follow('Apply Now');
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('a closed program says so when somebody wants to apply', async ({ page, backstage }) => {
  const program = await backstage.createProgram({
    deadline_date: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const list = new ProgramList(page);
  await list.open(`/national-pitch-trek/programs/${program.id}`);
  await list.follow('Apply Now');
  await list.expectMessage('The application deadline for this program has passed.');
});
