/** A season: what is left to settle, its end by the typed title, its archive, and taking it back. */
import { expect, openAs, test } from './fixtures.ts';
import { inDays } from './backstage.ts';

test('an admin settles what is left, ends the season, keeps the archive, takes the end back', async ({
  page,
  backstage,
  inspect,
}) => {
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(applicant, program);
  const admin = await backstage.createAdmin();
  const { token } = admin;
  const path = `/programs/${program.id}`;
  await backstage.call('PATCH', path, {
    token,
    json: { deadline_date: inDays(-1), announces: 'together' },
  });
  await openAs(page, admin, `/dashboard/admin/proposals/${program.id}/edit`);
  await page.getByRole('link', { name: 'Season' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('It is not decided yet.');
  await expect(main.getByRole('button', { name: 'End the season' })).toHaveCount(0);
  await inspect('season-unsettled');

  const data = new FormData();
  data.set('decision', 'approved');
  await backstage.call('PATCH', `/proposals/${proposal.id}/admin`, { token, data });
  await backstage.call('POST', `${path}/announce`, { token, json: {} });
  await page.reload();
  await expect(main).toContainText('1 person will be told by email.');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`${path}/end`)) sent.push(request.postData()!);
  });
  // Back from another tab, where it was read.
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
  await inspect('season-to-end');
  await main.getByLabel('Title of the program').fill('Another one');
  await main.getByRole('button', { name: 'End the season' }).click();
  await expect(main).toContainText('Type the title of the program exactly as it is.');
  expect(sent[0], 'the preview does not change while it is read').toContain('Another one');
  await main.getByLabel('Title of the program').fill(program.title);
  await main.getByLabel('Months until it is deleted').fill('12');
  await main.getByRole('button', { name: 'End the season' }).click();
  await expect(main).toContainText('This season ended on');
  const saving = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download: Part 1' }).click();
  expect((await saving).suggestedFilename()).toBe('season-part-1.zip');
  await inspect('season-ended');

  await main.getByLabel('Reason').fill('Two of them are to be looked at again.');
  await main.getByRole('button', { name: 'Take the end back' }).click();
  await expect(main.getByRole('button', { name: 'End the season' })).toBeVisible();
});
