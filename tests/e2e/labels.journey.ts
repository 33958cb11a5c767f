/** Labels: a few words that admins pin to proposals. */
import { expect, openAs, test } from './fixtures.ts';
import { newName } from './backstage.ts';
import { Submissions } from './pages/submissions.ts';

test('an admin makes labels, pins them to one and to several, filters by them and deletes one', async ({
  page,
  backstage,
  inspect,
}) => {
  const admin = await backstage.createAdmin();
  const program = await backstage.createProgram();
  const first = await backstage.submitProposal(await backstage.createApplicant(), program);
  const second = await backstage.submitProposal(await backstage.createApplicant(), program);
  const list = new Submissions(page);
  const [finalist, call] = [newName('Finalist'), newName('Call them')];
  const address = `/dashboard/admin/submissions?program_id=${program.id}`;
  const chip = (name: string) =>
    page.getByRole('group', { name: 'Quick filters' }).getByRole('button', { name });

  await test.step('labels are made and changed', async () => {
    await openAs(page, admin, '/dashboard/admin/labels');
    for (const name of ['Wrong', call]) {
      await list.press('Add a label');
      await list.dialog.getByLabel('Name').fill(name);
      await list.dialog.getByLabel('Colour').selectOption('Purple');
      await list.dialog.getByRole('button', { name: 'Save' }).click();
      await expect(list.row(name)).toContainText('Purple');
    }
    await list.press('Edit: Wrong');
    await list.dialog.getByLabel('Name').fill(call.toUpperCase());
    await list.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(list.dialog.getByRole('alert')).toContainText(
      'There is already a label with this name. Choose another name.',
    );
    await inspect('label-edit');
    await list.dialog.getByLabel('Name').fill(finalist);
    await list.dialog.getByLabel('Colour').selectOption('Green');
    await list.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(list.row(finalist)).toContainText('Green');
    await inspect('labels');
  });

  await test.step('the room pins one', async () => {
    await list.open(`/dashboard/admin/view-proposal/${first.id}`);
    await list.press('Add labels');
    await list.dialog.getByLabel(finalist).check();
    await inspect('room-labels-dialog');
    await list.dialog.getByRole('button', { name: 'Save' }).click();
    const pinned = page.getByRole('list', { name: 'Labels' });
    await expect(pinned).toHaveText(finalist);
    await expect(page.getByRole('button', { name: 'Change labels' })).toBeFocused();
    await inspect('room-labels');
  });

  await test.step('the list shows it and filters by it', async () => {
    await list.open(address);
    await expect(list.row(first.title)).toContainText(finalist);
    await expect(list.row(second.title)).not.toContainText(finalist);
    await list.filter('Label', `${finalist} (1)`);
    await list.expectMessage('1 submission matches');
    await inspect('submissions-labels');
    await chip(`Label: ${finalist}: remove this filter`).click();
    await list.expectMessage('2 submissions match');
  });

  await test.step('several change at once, unless the label is gone', async () => {
    for (const { title } of [first, second])
      await page.getByRole('checkbox', { name: `Select: ${title}` }).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Change labels' }).click();
    await list.dialog.getByRole('button', { name: 'Review' }).click();
    await expect(list.dialog.getByRole('alert')).toContainText('Choose at least one label');
    const gone = await backstage.call<{ id: string }[]>('GET', '/labels/', admin);
    const { id } = gone.find((one) => 'name' in one && one.name === call)!;
    await list.dialog.getByRole('group', { name: 'Add' }).getByLabel(call).check();
    await list.dialog.getByRole('group', { name: 'Remove' }).getByLabel(finalist).check();
    await list.dialog.getByRole('button', { name: 'Review' }).click();
    await expect(list.dialog).toContainText('2 proposals will change.');
    await expect(list.dialog).toContainText('Nobody gets an email.');
    await inspect('bulk-labels-preview');
    await backstage.call('DELETE', `/labels/${id}`, admin);
    await list.dialog.getByRole('button', { name: 'Change the labels of 2 proposals' }).click();
    await expect(list.dialog).toContainText('One of these labels no longer exists. Choose again.');
    const adding = list.dialog.getByRole('group', { name: 'Add' });
    await expect(adding.getByLabel(call)).toHaveCount(0);
    await adding.getByLabel(finalist).check();
    await list.dialog.getByRole('group', { name: 'Remove' }).getByLabel(finalist).uncheck();
    await inspect('bulk-labels');
    await list.dialog.getByRole('button', { name: 'Review' }).click();
    await expect(list.dialog).toContainText('1 proposal will change.');
    await list.dialog.getByRole('button', { name: 'Change the labels of 1 proposal' }).click();
    await list.expectMessage('1 proposal changed, 1 was already like that.');
    await expect(list.row(second.title)).toContainText(finalist);
  });

  await test.step('before one is deleted, its screen says how many carry it', async () => {
    await list.open('/dashboard/admin/labels');
    await expect(list.row(finalist).getByRole('link', { name: '2' })).toBeVisible();
    await list.press(`Delete: ${finalist}`);
    await expect(list.dialog).toContainText(
      'It will be removed from 2 proposals. The proposals stay.',
    );
    await inspect('label-delete');
    await list.dialog.getByRole('button', { name: 'Delete' }).click();
    await list.expectMessage('Label deleted.');
    await list.open(`/dashboard/admin/view-proposal/${first.id}`);
    await expect(page.getByRole('button', { name: 'Add labels' })).toBeVisible();
  });
});
