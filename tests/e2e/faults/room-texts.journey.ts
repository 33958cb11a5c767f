/** What an admin writes beside a proposal: reasons and notes. */
import { expect, openAs, test } from '../fixtures.ts';
import type { NamedItem } from '../backstage.ts';
import { ReadingRoom } from '../pages/submissions.ts';

const pathTo = ({ id }: NamedItem) => `/dashboard/admin/view-proposal/${id}`;

test('a decline that could not be saved loses nothing of its reason', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  const written = 'The accounts of the second year are missing.';
  await openAs(page, await backstage.admin(), pathTo(proposal));
  await room.expectHeading(proposal.title);
  await room.desk.getByRole('button', { name: 'Decline' }).click();
  await room.reason.fill(written);
  await page.route('**/api/v1/proposals/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await room.desk.getByRole('button', { name: 'Decline' }).click();
  await room.expectMessage('Failed to update proposal');
  await page.unroute('**/api/v1/proposals/**');
  await page.reload();
  await room.desk.getByRole('button', { name: 'Decline' }).click();
  await expect(room.reason).toHaveValue(written);
});

test('the reason of a decline is kept until it is saved, also if the browser ends before', async ({
  page,
  context,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const written = 'The accounts of the second year are missing.';
  const admin = await backstage.admin();
  const room = new ReadingRoom(page);
  await openAs(page, admin, pathTo(proposal));
  await room.expectHeading(proposal.title);
  await room.desk.getByRole('button', { name: 'Decline' }).click();
  await room.reason.fill(written);
  await page.route('**/api/v1/proposals/*/admin', (route) =>
    // A dead line: neither an answer nor a refusal.
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  await room.desk.getByRole('button', { name: 'Decline' }).click();
  await expect(room.desk.getByRole('button', { name: 'Change the reason' })).toBeVisible();

  // The first page can do nothing any more, and unlike a closed one it is told nothing either.
  const next = new ReadingRoom(await context.newPage());
  await openAs(next.page, admin, pathTo(proposal));
  await expect(next.desk).toContainText('Not decided yet');
  await next.desk.getByRole('button', { name: 'Decline' }).click();
  await expect(next.reason).toHaveValue(written);
});

test('a note is written once, however often one presses, and what is typed meanwhile stays', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  await openAs(page, await backstage.admin(), pathTo(proposal));
  const note = page.getByLabel('New note');
  await note.fill('Ask for the accounts.');
  const isSent = Promise.withResolvers<void>();
  await page.route('**/notes', async (route) => {
    if (route.request().method() === 'POST') await isSent.promise;
    await route.continue();
  });
  const add = page.getByRole('button', { name: 'Add note' });
  await add.click();
  await add.dispatchEvent('click');
  await note.fill('Ask for the accounts. And for a reference.');
  isSent.resolve();
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await expect(notes).toHaveCount(1);
  await expect(note).toHaveValue('Ask for the accounts. And for a reference.');
  await page.reload();
  await room.expectHeading(proposal.title);
  await expect(notes).toHaveCount(1);
});

test('the changed text of a note survives a reload, and is saved with everything else', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const admin = await backstage.createAdmin();
  const notes = `/proposals/${proposal.id}/notes`;
  for (const text of ['Ask for the accounts.', 'Call the bank.'])
    await backstage.call('POST', notes, { token: admin.token, json: { text } });
  const room = new ReadingRoom(page);
  await openAs(page, admin, pathTo(proposal));
  const items = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  const box = items.last().getByRole('textbox');
  await items
    .last()
    .getByRole('button', { name: /^Change/ })
    .click();
  await box.fill('Ask for the accounts of both years.');
  await page.reload();
  await room.expectHeading(proposal.title);
  await expect(box).toHaveValue('Ask for the accounts of both years.');

  await page.route('**/notes/*', (route) => route.abort());
  await room.desk.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(items.last().getByRole('alert')).toContainText('could not be saved');
  await expect(box).toBeFocused();
  await page.unroute('**/notes/*');
  await page.keyboard.press('Control+Enter');
  await expect(box).toHaveCount(0);
  const stored = await backstage.call<{ text: string }[]>('GET', notes, { token: admin.token });
  expect(stored.map(({ text }) => text)).toEqual([
    'Call the bank.',
    'Ask for the accounts of both years.',
  ]);
});

test('a note is deleted after a question', async ({ page, backstage }) => {
  const proposal = await backstage.createProposal();
  const admin = await backstage.createAdmin();
  await backstage.call('POST', `/proposals/${proposal.id}/notes`, {
    token: admin.token,
    json: { text: 'Ask for the accounts.' },
  });
  const room = new ReadingRoom(page);
  await openAs(page, admin, pathTo(proposal));
  const items = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  const remove = items.getByRole('button', { name: /^Delete/ });
  await remove.click();
  await expect(room.dialog).toContainText('Ask for the accounts.');
  await room.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(items).toHaveCount(1);
  await remove.click();
  await room.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(items).toHaveCount(0);
});

test('a note whose answer got lost is not written twice', async ({ page, backstage }) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  await openAs(page, await backstage.admin(), pathTo(proposal));
  await room.expectHeading(proposal.title);
  await page.route('**/notes', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel('New note').fill('Call the bank.');
  const add = page.getByRole('button', { name: 'Add note' });
  await add.click();
  await room.expectMessage('The note could not be saved. Try again.');
  await page.unroute('**/notes');
  await add.click();
  await expect(add).toHaveCount(0);
  await page.reload();
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await expect(notes).toHaveText([/Call the bank/]);
});
