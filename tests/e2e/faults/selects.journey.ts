/** Selects that save without a button: keys pass through options that nobody has chosen. */
import { expect, openAs, test } from '../fixtures.ts';
import { ReadingRoom } from '../pages/submissions.ts';

test('by keys a stage is saved once, when it is chosen, and by pointer at once', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  await openAs(
    page,
    await backstage.createAdmin(),
    `/dashboard/admin/view-proposal/${proposal.id}`,
  );
  await room.expectHeading(proposal.title);
  const saved: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes(proposal.id))
      saved.push(/name="funding_stage"\s+(\w+)/.exec(request.postData() ?? '')?.[1]);
  });
  const stage = room.desk.getByRole('combobox', { name: 'Funding stage' });
  await stage.focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await expect(stage).toHaveValue('SERIES_A');
  await page.keyboard.press('Enter');
  await expect.poll(() => saved).toEqual(['SERIES_A']);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(stage).toHaveValue('SERIES_A');
  // Escape leaves a field of the room.
  await stage.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect.poll(() => saved).toEqual(['SERIES_A', 'SEED']);
  await stage.selectOption('Pre Seed');
  await expect.poll(() => saved).toEqual(['SERIES_A', 'SEED', 'PRE_SEED']);
});

test('keys in a role ask once, about the role that was chosen', async ({ page, backstage }) => {
  const person = await backstage.createApplicant();
  await openAs(page, await backstage.createAdmin(), `/dashboard/admin/users?q=${person.email}`);
  const role = page.getByRole('combobox', { name: /^Role of/ });
  await expect(role).toHaveValue('APPLICANT');
  await role.focus();
  await page.keyboard.press('ArrowUp');
  await expect(role).not.toHaveValue('APPLICANT');
  await page.keyboard.press('ArrowDown');
  await expect(role).toHaveValue('APPLICANT');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
});
