/** Changing several proposals over a bad line, and the reasons that were written for them. */
import { newName } from '../backstage.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { Submissions } from '../pages/submissions.ts';

test('an approval of several that could not be previewed is tried again, or left', async ({
  page,
  backstage,
}) => {
  const { title } = await backstage.createProposal();
  const list = new Submissions(page);
  const address = `/dashboard/admin/submissions?q=${encodeURIComponent(title)}`;
  await openAs(page, await backstage.admin(), address);
  const approve = async () => {
    await page.getByRole('checkbox', { name: `Select: ${title}` }).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Approve' }).click();
    await expect(list.dialog.getByRole('alert')).toContainText('Check your connection');
  };
  await page.route('**/proposals/admin/bulk', (route) => route.abort());
  await approve();
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.dialog).toHaveCount(0);
  await approve();
  await page.unroute('**/proposals/admin/bulk');
  await list.dialog.getByRole('button', { name: 'Review' }).click();
  await expect(list.dialog).toContainText('1 proposal will change.');
});

test('a reason for several outlasts a template, a closed dialog and a reload', async ({
  page,
  backstage,
}) => {
  const { title } = await backstage.createProposal();
  const stored = { title: newName('Too small'), text: 'Please come back with more customers.' };
  const admin = await backstage.createAdmin();
  await backstage.call('POST', '/proposals/admin/decline-templates', { ...admin, json: stored });
  const list = new Submissions(page);
  const reason = list.dialog.getByLabel('Reason', { exact: true });
  const decline = async () => {
    await page.getByRole('checkbox', { name: `Select: ${title}` }).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Decline' }).click();
  };
  const address = `/dashboard/admin/submissions?q=${encodeURIComponent(title)}`;
  await openAs(page, admin, address);
  await decline();
  await reason.fill('Typed by hand, for all of them.');
  await list.dialog.getByLabel('Start from a template').selectOption({ label: stored.title });
  await expect(reason).toHaveValue(stored.text);
  await list.dialog.getByLabel('Start from a template').selectOption({ label: 'Write your own' });
  await expect(reason).toHaveValue('Typed by hand, for all of them.');
  await page.keyboard.press('Escape');
  await page.reload();
  await decline();
  await expect(reason).toHaveValue('Typed by hand, for all of them.');
  await list.dialog.getByRole('button', { name: 'Review' }).click();
  await list.dialog.getByRole('button', { name: 'Decline 1 proposal' }).click();
  await list.expectMessage('1 proposal changed.');
  await page.reload();
  await decline();
  await expect(reason, 'what was sent is not kept').toHaveValue('');
});

test('a reason being kept for all admins outlasts a closed dialog and a reload', async ({
  page,
  backstage,
}) => {
  const list = new Submissions(page);
  const text = list.dialog.getByLabel('Reason', { exact: true });
  await openAs(page, await backstage.createAdmin(), '/dashboard/admin/decline-reasons');
  await list.press('Add a reason');
  await list.dialog.getByLabel('Title').fill(newName('Too far'));
  await text.fill('Typed by hand, for the whole firm.');
  await page.keyboard.press('Escape');
  await list.press('Add a reason');
  await list.dialog.getByRole('button', { name: 'Use it' }).click();
  await expect(text).toHaveValue('Typed by hand, for the whole firm.');
  await page.reload();
  await list.press('Add a reason');
  await list.dialog.getByRole('button', { name: 'Use it' }).click();
  await list.dialog.getByRole('button', { name: 'Save' }).click();
  await list.expectMessage('Reason saved.');
  await list.press('Add a reason');
  await expect(text, 'what was saved is not kept').toHaveValue('');
  await expect(list.dialog.getByRole('button', { name: 'Use it' })).toHaveCount(0);
});

test('of two admins who change title and text of one reason, both are heard', async ({
  page,
  backstage,
}) => {
  const { token } = await backstage.admin();
  const stored = { title: newName('Too dear'), text: 'Please come back with lower costs.' };
  const root = '/proposals/admin/decline-templates';
  const { id } = await backstage.call<{ id: string }>('POST', root, { token, json: stored });
  const list = new Submissions(page);
  await openAs(page, await backstage.createAdmin(), '/dashboard/admin/decline-reasons');
  await list.press(`Edit: ${stored.title}`);
  await expect(list.dialog.getByLabel('Title')).toHaveValue(stored.title);
  const text = 'Please come back with half the costs.';
  await backstage.call('PATCH', `${root}/${id}`, { token, json: { text } });
  const title = newName('Far too dear');
  await list.dialog.getByLabel('Title').fill(title);
  await list.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(list.row(title)).toContainText(text);

  await list.press(`Edit: ${title}`);
  await expect(list.dialog.getByLabel('Reason')).toHaveValue(text);
  const theirs = 'Please come back with a third of the costs.';
  await backstage.call('PATCH', `${root}/${id}`, { token, json: { text: theirs } });
  await list.dialog.getByLabel('Reason').fill('Please come back next year.');
  await list.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(list.dialog.getByRole('alert'), 'the same field').toContainText(theirs);
  await list.dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(list.row(title)).toContainText('Please come back next year.');
});

test('decisions are taken back, with words of their own in the correction', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  await backstage.review(proposal, { is_approved: 'true' });
  const list = new Submissions(page);
  const address = `/dashboard/admin/submissions?q=${encodeURIComponent(proposal.title)}`;
  await openAs(page, await backstage.createAdmin(), address);
  await page.getByRole('checkbox', { name: `Select: ${proposal.title}` }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Reverse decision' }).click();
  await list.dialog.getByRole('button', { name: 'Review' }).click();
  await expect(list.dialog.getByRole('alert')).toContainText('Say why');
  const words = 'We mixed up two lists. We are sorry, and decide next week.';
  await list.dialog.getByLabel('Your message to the applicants').fill(words);
  await list.dialog.getByRole('button', { name: 'Review' }).click();
  await expect(list.dialog).toContainText('Now: 1 approved, 1 unread by you.');
  await expect(list.dialog.getByText(words).filter({ visible: true })).toBeVisible();
  await expect(list.dialog).toContainText('This is a correction.');
  await list.dialog.getByRole('button', { name: 'Reverse the decision on 1 proposal' }).click();
  await list.expectMessage('1 proposal changed.');
});
